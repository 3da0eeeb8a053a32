import { bigintToBytes, bytesToBigint, withoutLeadingZeros } from '../bytes.js';
import { describe, viewOf } from './reading.js';

/** An integer as the caller gives it: a `bigint`, or unsigned big-endian bytes (none are 0). */
export type Integer = bigint | Uint8Array;

/**
 * A base may be longer than its modulus, for it is reduced; but not without end. Four times `maxBits` has room for
 * any product of four residues.
 */
const BASE_LENGTH = 4;

const NO_BYTES = new Uint8Array();

/**
 * Reads the caller's integers and holds them to the sizes that an instance allows. Nothing is converted or copied
 * before its size is known to be allowed. Bytes are views of the caller's memory, for use before any more of the caller's
 * code runs.
 */
export class IntegerReader {
  readonly maxBits: number;
  readonly #limit: bigint;
  readonly #baseLimit: bigint;

  constructor(maxBits: number) {
    this.maxBits = maxBits;
    this.#limit = 1n << BigInt(maxBits);
    this.#baseLimit = 1n << BigInt(BASE_LENGTH * maxBits);
  }

  /** A modulus: positive, of at most `maxBits` bits. Its bytes without leading zeros. */
  modulus(value: unknown, name: string): Uint8Array {
    const modulus = this.#sized(value, name, this.maxBits, this.#limit);
    const bytes = isNegative(modulus) ? NO_BYTES : magnitudeBytes(modulus);
    if (bitLength(bytes) === 0) throw new RangeError(`${name}: must be positive`);
    return bytes;
  }

  /** A number to be reduced modulo something: any sign, of at most four times `maxBits` bits. */
  base(value: unknown, name: string): Integer {
    return this.#sized(value, name, BASE_LENGTH * this.maxBits, this.#baseLimit);
  }

  /** The same on the secret path: bytes are not looked at, unless there are more than a base can need. */
  secretBase(value: unknown, name: string): Integer {
    const bytes = viewOf(value, name);
    if (bytes && 8 * bytes.length <= BASE_LENGTH * this.maxBits) return bytes;
    return this.base(value, name);
  }

  /** An exponent: any sign, of at most `maxBits` bits. */
  exponent(value: unknown, name: string): Integer {
    return this.#sized(value, name, this.maxBits, this.#limit);
  }

  /** A plain number to be looked at, not reduced: any sign, of at most `maxBits` bits. */
  integer(value: unknown, name: string): bigint {
    return toBigint(this.#sized(value, name, this.maxBits, this.#limit));
  }

  /** `limit` is 2^maxBits: comparing with it tells a bigint's size without converting it. */
  #sized(value: unknown, name: string, maxBits: number, limit: bigint): Integer {
    if (typeof value === 'bigint') {
      if (value >= limit || (value < 0n && value <= -limit)) throw tooLong(name, maxBits);
      return value;
    }
    const view = viewOf(value, name);
    if (view) {
      const bytes = withoutLeadingZeros(view);
      if (bitLength(bytes) > maxBits) throw tooLong(name, maxBits);
      return bytes;
    }
    throw new TypeError(`${name}: must be a bigint or a Uint8Array, not ${describe(value)}`);
  }
}

/** The bytes of |value|. */
export function magnitudeBytes(value: Integer): Uint8Array {
  if (typeof value !== 'bigint') return value;
  return bigintToBytes(value < 0n ? -value : value);
}

export function isNegative(value: Integer): boolean {
  return typeof value === 'bigint' && value < 0n;
}

export function toBigint(value: Integer): bigint {
  return typeof value === 'bigint' ? value : bytesToBigint(value);
}

/** Of bytes without leading zeros. */
export function bitLength(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : 8 * bytes.length - (Math.clz32(bytes[0] as number) - 24);
}

function tooLong(name: string, maxBits: number): RangeError {
  return new RangeError(`${name}: has more than ${maxBits} bits, the most that is allowed here`);
}
