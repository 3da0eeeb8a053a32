import { instantiate } from '../../dist/glue.js';
import { messageOf, PowmodError } from '../errors.js';
import type { Refusal, RefusalKind } from './refusal.js';
import { KINDS } from './types.generated.js';
import { Answer, type Arguments, type Decode, type Operation, readError } from './wire.js';

/** The memory of longer arguments is given back after the call. */
const KEPT_BYTES = 2 ** 16;

/** The outcome of a call: a value or a refusal. */
export type Outcome<R> = { value: R; refusal: undefined } | { refusal: Refusal };

/** The memory of a new session: its length, and its bytes from `from`, the first that is not 0. */
export interface MemoryImage {
  length: number;
  from: number;
  bytes: Uint8Array;
}

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
  call<R>(operation: Pick<Operation<never, R>, 'number' | 'decode'>, given: Arguments): Outcome<R> {
    const { length, data } = given;
    if (length > this.#room) this.#reserve(length);
    if (data) {
      const address = this.#exports.instance_reserve_data(this.#instance, data.length) >>> 0;
      this.#updateViews();
      this.#bytes.set(data, address);
    }
    this.#updateViews();
    given.writeTo(this.#bytes, this.#numbers, this.#address);
    const address = this.#exports.instance_call(this.#instance, operation.number, length) >>> 0;
    this.#updateViews();
    const outcome = readOutcome(new Answer(this.#bytes, this.#numbers, address), operation.decode);
    if (length > KEPT_BYTES) this.#reserve(0);
    return outcome;
  }

  /** Grows the memory of a new session. Calls that allocate less than `room` bytes then need not grow it. */
  grow(room: number): void {
    this.#exports.instance_reserve(this.#instance, room);
    this.#exports.instance_reserve(this.#instance, 0);
    this.#updateViews();
  }

  /** The memory as it is, before the first call. */
  image(): MemoryImage {
    let from = 0;
    while (this.#bytes[from] === 0) from++;
    return { length: this.#bytes.length, from, bytes: this.#bytes.slice(from) };
  }

  /**
   * Gives a wiped memory the bytes of a new session. It gives `false` if the memory has grown, since no memory shrinks.
   */
  restart({ length, from, bytes }: MemoryImage): boolean {
    if (this.memory.buffer.byteLength !== length) return false;
    this.#bytes.set(bytes, from);
    this.#room = 0;
    return true;
  }

  #reserve(length: number): void {
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
    'free the keys of crtKey that nothing needs, allow more addresses (ulimit -v), or ' +
    'start node --disable-wasm-trap-handler';
  return new PowmodError('ERR_OUT_OF_MEMORY', reason, { cause });
}

function readOutcome<R>(answer: Answer, decode: Decode<R>): Outcome<R> {
  const code = answer.number();
  if (code === 0) return { value: decode(answer), refusal: undefined };
  return { refusal: { kind: KINDS[code - 1] as RefusalKind, ...readError(answer) } };
}
