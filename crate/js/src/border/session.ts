import { instantiate } from '../../dist/glue.js';
import { Answer, type Arguments, type Decode, type Operation, readError } from './wire.js';

/** Arguments that are longer do not keep their memory for the next call. */
const KEPT_BYTES = 2 ** 16;

/** Why a call has no answer, as wasm says it: crate/core/src/error.rs has the kinds. */
export interface Refusal {
  kind: RefusalKind;
  /** An argument of the call, or a part of a file. */
  field: string;
  /** The place in a list; undefined for the whole field. */
  index: number | undefined;
  reason: string;
}

export type RefusalKind = (typeof KINDS)[number];

/** The kinds by their number in an answer, from 1 on. */
const KINDS = ['argument', 'proof', 'checkpoint', 'fault'] as const;

/** What a call gives: a value or a refusal. */
export type Outcome<R> = { value: R } | { refusal: Refusal };

/**
 * One WebAssembly instance, from its start until it is dropped or fails. What a call throws means that the instance
 * failed, and that its memory cannot be trusted any more.
 */
export class Session {
  readonly memory: WebAssembly.Memory;
  readonly #exports: ReturnType<typeof instantiate>;
  /** The address of the instance's objects in wasm. */
  readonly #instance: number;
  /** Where arguments are written, and how many bytes have room there. */
  #address = 0;
  #room = 0;

  constructor(module: WebAssembly.Module) {
    this.#exports = instantiate(module);
    this.memory = this.#exports.memory;
    this.#instance = this.#exports.instance_new();
  }

  /** Does an operation: one crossing, or two where the arguments need more room than those before. */
  call<R>(operation: Pick<Operation<never, R>, 'number' | 'decode'>, given: Arguments): Outcome<R> {
    const { length, data } = given;
    if (length > this.#room) this.#reserve(length);
    if (data) {
      const address = this.#exports.instance_reserve_data(this.#instance, data.length) >>> 0;
      new Uint8Array(this.memory.buffer).set(data, address);
    }
    given.writeTo(this.memory, this.#address);
    const answer = new Answer(this.memory, this.#exports.instance_call(this.#instance, operation.number, length) >>> 0);
    const outcome = readOutcome(answer, operation.decode);
    if (length > KEPT_BYTES) this.#reserve(0);
    return outcome;
  }

  #reserve(length: number): void {
    this.#room = 0;
    this.#address = this.#exports.instance_reserve(this.#instance, length) >>> 0;
    this.#room = length;
  }
}

function readOutcome<R>(answer: Answer, decode: Decode<R>): Outcome<R> {
  const kind = KINDS[answer.number() - 1];
  return kind ? { refusal: { kind, ...readError(answer) } } : { value: decode(answer) };
}
