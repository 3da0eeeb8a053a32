/**
 * How arguments and answers cross between JavaScript and wasm: crate/wasm/src/shared/wire.rs is the other side.
 *
 * Both are sequences of numbers and byte strings. A number is a little-endian double. A byte string is its length as a
 * number, and then the bytes. The generated list of operations says which of the types below follow each other.
 */
import { bigintToBytes, decodeUtf8 } from '../bytes.js';
import { listOf } from '../runtime.js';

/** A secret of a public length: it takes `width` bytes, whether it has fewer bytes or more leading zeros. */
export interface Secret {
  bytes: Uint8Array;
  width: number;
}

/** The arguments of a call, as they are written. */
export class Arguments {
  readonly parts: (number | Uint8Array | Secret)[] = [];
  /** The length of all parts in bytes. */
  length = 0;
  hasSecrets = false;
  /** The argument that gets its own memory in wasm, if there is one. */
  data: Uint8Array | undefined;

  number(value: number): void {
    this.parts.push(value);
    this.length += 8;
  }

  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.parts.push(value);
    this.length += value.length;
  }

  padded(value: Secret): void {
    this.hasSecrets = true;
    this.number(value.width);
    this.parts.push(value);
    this.length += value.width;
  }

  /** Writes all parts into wasm memory, from the address `at` on. */
  writeTo(memory: Uint8Array, numbers: DataView, at: number): void {
    for (const part of this.parts) {
      if (typeof part === 'number') {
        numbers.setFloat64(at, part, true);
        at += 8;
      } else if (part instanceof Uint8Array) {
        memory.set(part, at);
        at += part.length;
      } else {
        const { bytes, width } = part;
        const spare = bytes.length - width;
        memory.fill(0, at, at + width);
        if (spare >= 0) memory.set(bytes.subarray(spare), at);
        else memory.set(bytes, at - spare);
        at += width;
      }
    }
  }
}

/** An answer in wasm memory, which the next call overwrites. */
export class Answer {
  readonly #memory: Uint8Array;
  readonly #numbers: DataView;
  #at: number;

  constructor(memory: Uint8Array, numbers: DataView, address: number) {
    this.#memory = memory;
    this.#numbers = numbers;
    this.#at = address;
  }

  number(): number {
    const number = this.#numbers.getFloat64(this.#at, true);
    this.#at += 8;
    return number;
  }

  /** A copy of the bytes. */
  bytes(): Uint8Array<ArrayBuffer> {
    const length = this.number();
    this.#at += length;
    return new Uint8Array(this.#memory.subarray(this.#at - length, this.#at));
  }

  text(): string {
    return decodeUtf8(this.bytes());
  }
}

/** Adds an argument of a type. `name` is its name in errors. */
export type Encode<T> = (value: T, out: Arguments, name: string) => void;

/** Reads an answer of a type. */
export type Decode<T> = (answer: Answer) => T;

/** An operation of the list: its number, its arguments and its answer. */
export interface Operation<A, R> {
  number: number;
  encode: Encode<A>;
  decode: Decode<R>;
}

/** The arguments of an operation. */
export type Given<Of> = Of extends Operation<infer A, unknown> ? A : never;

export function operation<A, R>(number: number, fields: Fields<A>, decode: Decode<R>): Operation<A, R> {
  return { number, encode: record(fields), decode };
}

type Fields<T> = { [Name in keyof T]-?: Encode<T[Name]> };

export function record<T>(fields: Fields<T>): Encode<T> {
  const names = namesOf(fields);
  return (value, out) => {
    for (const name of names) fields[name](value[name], out, name);
  };
}

/** The own names: `for…in` would also give those that others added to `Object.prototype`. */
function namesOf<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}

export function optional<T>(encode: Encode<T>): Encode<T | undefined> {
  return (value, out, name) => {
    out.number(value === undefined ? 0 : 1);
    if (value !== undefined) encode(value, out, name);
  };
}

/** The limit of one list. */
const MAX_LIST_BYTES = 2 ** 28;

/** @throws RangeError when the elements are too long together. */
export function list<T>(encode: Encode<T>): Encode<readonly T[]> {
  return (values, out, name) => {
    const before = out.length;
    out.number(values.length);
    for (const value of values) {
      encode(value, out, name);
      if (out.length - before > MAX_LIST_BYTES)
        throw new RangeError(`${name}: are longer than ${MAX_LIST_BYTES} bytes together`);
    }
  };
}

/** One of a few words, written as its index. */
export function choice<Word extends string>(words: readonly Word[]): Encode<Word> {
  return (word, out) => out.number(words.indexOf(word));
}

export const count: Encode<number> = (value, out) => out.number(value);

export const flag: Encode<boolean> = (value, out) => out.number(value ? 1 : 0);

export const bytes: Encode<Uint8Array> = (value, out) => out.bytes(value);

export const secret: Encode<Secret> = (value, out) => out.padded(value);

/** An argument that the operation keeps. It is copied once, to its final memory. */
export const data: Encode<Uint8Array> = (value, out) => {
  out.data = value;
};

/** A number of either sign. Bytes are not negative. */
export const integer: Encode<bigint | Uint8Array> = (value, out) => {
  const isNegative = typeof value === 'bigint' && value < 0n;
  flag(isNegative, out, '');
  out.bytes(typeof value === 'bigint' ? bigintToBytes(isNegative ? -value : value) : value);
};

/** The number by which wasm knows an object. */
export type Handle<Kind extends string> = number & { readonly kind: Kind };

export function handle<Kind extends string>(value: Handle<Kind>, out: Arguments): void {
  out.number(value);
}

/** How a call names its modulus: a kept one by its handle, any other by its bytes. */
export type ModulusArgument = Handle<'KeptModulus'> | Uint8Array;

export const modulusArgument: Encode<ModulusArgument> = (value, out, name) => {
  const isKept = typeof value !== 'object';
  flag(isKept, out, name);
  if (isKept) out.number(value);
  else out.bytes(value);
};

export function nothing(_answer: Answer): void {}

export const numberAnswer: Decode<number> = (answer) => answer.number();

export const bytesAnswer: Decode<Uint8Array<ArrayBuffer>> = (answer) => answer.bytes();

export const textAnswer: Decode<string> = (answer) => answer.text();

export const flagAnswer: Decode<boolean> = (answer) => answer.number() === 1;

export function handleAnswer<Kind extends string>(answer: Answer): Handle<Kind> {
  return answer.number() as Handle<Kind>;
}

/** The verdict on a proof: whether it is valid, or which field is malformed and why. */
export type Verdict = boolean | { field: string; reason: string };

export const verdictAnswer: Decode<Verdict> = (answer) => {
  const code = answer.number();
  if (code < 2) return code === 1;
  const { field, index, reason } = readError(answer);
  return { field: fieldPath(field, index), reason };
};

/** The field of an error, its index if the field is a list, and the reason. */
export function readError(answer: Answer): { field: string; index: number | undefined; reason: string } {
  const field = answer.text();
  const index = answer.number();
  return { field, index: index < 0 ? undefined : index, reason: answer.text() };
}

/** `output`, or `proof[3]` for an entry of a list. */
export function fieldPath(field: string, index: number | undefined): string {
  return index === undefined ? field : `${field}[${index}]`;
}

export function listAnswer<T>(decode: Decode<T>): Decode<T[]> {
  return (answer) => listOf(answer.number(), () => decode(answer));
}

export function recordAnswer<T>(fields: { [Name in keyof T]: Decode<T[Name]> }): Decode<T> {
  const names = namesOf(fields);
  return (answer) => {
    const value = {} as T;
    for (const name of names) value[name] = fields[name](answer);
    return value;
  };
}
