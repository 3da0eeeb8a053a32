import { bigintToBytes, bytesToBigint, withoutLeadingZeros } from '../bytes.js';
import { describeBytes, viewOf } from './reading.js';

/** An integer: a `bigint`, or unsigned big-endian bytes (an empty array is 0). */
export type Integer = bigint | Uint8Array;

/** The limit of moduli and exponents, in bits, unless the caller gives another. */
export const DEFAULT_MAX_BITS = 65536;

/** The largest `maxBits`: a number then has 8 MB, and no call with longer numbers would ever end. */
export const MAX_BITS = 2 ** 26;

/** A base may have this many times `maxBits` bits, enough for a product of four residues. It is reduced first. */
const BASE_FACTOR = 4;

/**
 * The least number of more than `bits` bits; Infinity where the engine holds no such number, as Hermes above 65,535
 * bits.
 */
export function limitOf(bits: number): bigint {
  try {
    return 1n << BigInt(bits);
  } catch {
    return Infinity as unknown as bigint; // a bigint compares with it
  }
}

/**
 * Reads integers of the caller and checks their sizes. It converts or copies nothing before the size is checked. Bytes
 * are views of the caller's memory: use them before any code of the caller can run again.
 */
export class IntegerReader {
  readonly maxBits: number;
  readonly #limit: bigint;
  readonly #baseLimit: bigint;

  constructor(maxBits: number) {
    this.maxBits = maxBits;
    this.#limit = limitOf(maxBits);
    this.#baseLimit = limitOf(BASE_FACTOR * maxBits);
  }

  /** A positive modulus of at most `maxBits` bits. */
  modulus(value: unknown, name: string): Integer {
    if (typeof value === 'bigint' && value > 0n && value < this.#limit) return value;
    const modulus = this.#checkSize(value, name, this.maxBits, this.#limit);
    if (typeof modulus === 'bigint' ? modulus <= 0n : modulus.length === 0)
      throw new RangeError(`${name}: must be positive`);
    return modulus;
  }

  /** The bytes of a positive modulus, without leading zeros. */
  modulusBytes(value: unknown, name: string): Uint8Array {
    return magnitudeBytes(this.modulus(value, name));
  }

  /** As {@link modulusBytes}, in memory of their own. */
  modulusCopy(value: unknown, name: string): Uint8Array {
    return copied(this.modulusBytes(value, name));
  }

  /** A base of any sign, of at most four times `maxBits` bits. */
  base(value: unknown, name: string): Integer {
    return this.#checkSize(value, name, BASE_FACTOR * this.maxBits, this.#baseLimit);
  }

  /** A base that may be secret: bytes of an allowed length are not inspected. */
  secretBase(value: unknown, name: string): Integer {
    const bytes = viewOf(value, name);
    if (bytes && 8 * bytes.length <= BASE_FACTOR * this.maxBits) return bytes;
    return this.base(value, name);
  }

  /** An exponent of any sign, of at most `maxBits` bits. */
  exponent(value: unknown, name: string): Integer {
    return this.#checkSize(value, name, this.maxBits, this.#limit);
  }

  /** An integer of any sign, of at most `maxBits` bits, as a `bigint`. */
  integer(value: unknown, name: string): bigint {
    return toBigint(this.#checkSize(value, name, this.maxBits, this.#limit));
  }

  /** Checks the size. `limit` is 2^maxBits: a comparison checks a bigint without converting it. */
  #checkSize(value: unknown, name: string, maxBits: number, limit: bigint): Integer {
    if (typeof value === 'bigint') {
      if (value < limit && (value >= 0n || value > -limit)) return value;
      throw tooLong(name, maxBits);
    }
    const bytes = withoutLeadingZeros(viewOfInteger(value, name));
    if (bitLength(bytes) > maxBits) throw tooLong(name, maxBits);
    return bytes;
  }
}

/** The bytes of |value|. */
export function magnitudeBytes(value: Integer): Uint8Array {
  if (typeof value !== 'bigint') return value;
  return bigintToBytes(value < 0n ? -value : value);
}

/** A shorter number counts as this many bytes. */
const SHORT_BYTES = 256;
const SHORT = 1n << BigInt(8 * SHORT_BYTES);

/** The bytes of an integer, about: enough to know how many fit together. */
export function sizeOf(value: Integer): number {
  if (typeof value !== 'bigint') return value.length;
  return -SHORT < value && value < SHORT ? SHORT_BYTES : value.toString(16).length / 2;
}

/**
 * The same integer in memory of its own: bytes are a view of the caller's memory, which may change, be long, or be
 * shared.
 */
export function copied<T extends Integer>(value: T): T {
  return typeof value === 'bigint' ? value : (new Uint8Array(value) as T);
}

export function isNegative(value: Integer): boolean {
  return typeof value === 'bigint' && value < 0n;
}

export function toBigint(value: Integer): bigint {
  return typeof value === 'bigint' ? value : bytesToBigint(value);
}

/** The length in bits of bytes without leading zeros. */
export function bitLength(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : 8 * bytes.length - (Math.clz32(bytes[0] as number) - 24);
}

/** Whether a number in bytes is odd. */
export function isOdd(bytes: Uint8Array): boolean {
  return ((bytes.at(-1) ?? 0) & 1) === 1;
}

/** The error for a number that is too long. */
export function tooLong(name: string, maxBits: number): RangeError {
  return new RangeError(`${name}: has more than ${maxBits} bits, the limit by the maxBits of init`);
}

/** The bytes of an integer that is no bigint. */
export function viewOfInteger(value: unknown, name: string): Uint8Array {
  const bytes = viewOf(value, name);
  if (!bytes) throw new TypeError(`${name}: must be a bigint or a Uint8Array, not ${describeInteger(value)}`);
  return bytes;
}

/**
 * Names the type of a value that is no integer, and says how to write one. The value may be secret, so no error tells
 * it.
 */
export function describeInteger(value: unknown): string {
  if (typeof value === 'number') return 'a number: write 65537n, or BigInt(number) below 2^53';
  if (typeof value === 'string') return 'a string: write BigInt(text), for hexadecimal digits after 0x';
  return describeBytes(value);
}
