import { instantiate } from '../../dist/glue.js';
import { messageOf, PowmodError } from '../errors.js';
import type { Refusal, RefusalKind } from './refusal.js';
import { KINDS } from './types.generated.js';
import { Answer, type Arguments, type Decode, type Operation, readError } from './wire.js';

/** The memory of longer arguments is given back after the call. */
const KEPT_BYTES = 2 ** 16;

/** The outcome of a call: a value or a refusal. */
export type Outcome<R> = { value: R; refusal: undefined } | { refusal: Refusal };

/**
 * One WebAssembly instance, from its start until it is dropped or fails. If a call throws, the instance has failed, and
 * its memory may be inconsistent.
 */
export class Session {
  readonly memory: WebAssembly.Memory;
  readonly #exports: ReturnType<typeof instantiate>;
  /** The address of the instance's objects in wasm. */
  readonly #instance: number;
  /** The address for arguments, and the number of bytes that fit there. */
  #address = 0;
  #room = 0;
  #bytes: Uint8Array;
  #numbers: DataView;

  constructor(module: WebAssembly.Module) {
    this.#exports = instantiated(module);
    this.memory = this.#exports.memory;
    this.#instance = this.#exports.instance_new();
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#numbers = new DataView(this.memory.buffer);
  }

  /** Runs an operation: one crossing into wasm, or two if the arguments need more room than before. */
  call<R>(operation: Pick<Operation<never, R>, 'number' | 'decode'>, written: Arguments): Outcome<R> {
    const { length, data } = written;
    if (length > this.#room) this.reserve(length);
    if (data) {
      const address = this.#exports.instance_reserve_data(this.#instance, data.length) >>> 0;
      this.#updateViews();
      this.#bytes.set(data, address);
    }
    this.#updateViews();
    written.writeTo(this.#bytes, this.#numbers, this.#address);
    const address = this.#exports.instance_call(this.#instance, operation.number, length) >>> 0;
    this.#updateViews();
    const outcome = readOutcome(new Answer(this.#bytes, this.#numbers, address), operation.decode);
    if (length > KEPT_BYTES) this.reserve(0);
    return outcome;
  }

  /** Goes on with the memory of a new session, which is there already. */
  restart(): void {
    this.#room = 0;
  }

  /** Makes room for arguments of this length, in place of the room before. */
  reserve(length: number): void {
    this.#room = 0;
    this.#address = this.#exports.instance_reserve(this.#instance, length) >>> 0;
    this.#room = length;
  }

  /** Makes the views of the memory anew if the memory has grown, which detaches them. */
  #updateViews(): void {
    const { buffer } = this.memory;
    if (this.#numbers.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer);
    this.#numbers = new DataView(buffer);
  }
}

/**
 * @throws PowmodError `ERR_OUT_OF_MEMORY` where the engine has no room. Its own error says "memory" in every engine.
 */
function instantiated(module: WebAssembly.Module): ReturnType<typeof instantiate> {
  try {
    return instantiate(module);
  } catch (cause) {
    throw /memory/i.test(messageOf(cause)) ? noRoom(cause) : cause;
  }
}

/**
 * The error for an instance that has no room. V8 reserves more addresses for each than a limit or a container may
 * allow.
 */
export function noRoom(cause: unknown): PowmodError {
  const reason =
    'no memory for a WebAssembly instance, which in Node and Chromium takes 10 GB of address space: ' +
    'free the keys of rsaPrivateKey that nothing needs, allow more addresses (ulimit -v), or ' +
    'start node --disable-wasm-trap-handler';
  return new PowmodError('ERR_OUT_OF_MEMORY', reason, { cause });
}

function readOutcome<R>(answer: Answer, decode: Decode<R>): Outcome<R> {
  const code = answer.number();
  if (code === 0) return { value: decode(answer), refusal: undefined };
  return { refusal: { kind: KINDS[code - 1] as RefusalKind, ...readError(answer) } };
}
