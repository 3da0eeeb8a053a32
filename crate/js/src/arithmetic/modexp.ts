/** The arguments of Ethereum's precompiled contract 0x05: EIP-198, and the limits of EIP-7823. */
import { bytesToBigint, withoutLeadingZeros } from '../bytes.js';
import { bitLength } from '../input/integers.js';
import { MAX_BYTES } from '../input/options.js';
import { readBytes, readFlag, readOptional } from '../input/reading.js';

/** The rules for the input of `modexp`. */
export interface ModexpOptions {
  /**
   * Refuse a base, an exponent or a modulus of more than 1024 bytes, as Ethereum does since EIP-7823. Default false.
   */
  eip7823?: boolean | undefined;
}

/** The numbers in an input. The result has `length` bytes. */
export interface Modexp {
  base: Uint8Array;
  exponent: Uint8Array;
  modulus: Uint8Array;
  length: number;
}

const NAMES = ['base', 'exponent', 'modulus'] as const;
const WORD = 32;
const EIP_7823_BYTES = 1024;

/**
 * Reads the three lengths and the three numbers after them. The input goes on with zeros, as far as it is read.
 *
 * @param maxBits the limit of an exponent and of a modulus; a base may have four times as many
 */
export function readModexp(input: unknown, options: unknown, maxBits: number): Modexp {
  const eip7823 = readFlag(readOptional(options, 'options', ['eip7823']).eip7823, 'options.eip7823');
  const bytes = readBytes(input, 'input');
  const lengths = NAMES.map((name, i) => {
    const length = bytesToBigint(withoutLeadingZeros(part(bytes, i * WORD, WORD)));
    if (eip7823 && length > EIP_7823_BYTES)
      throw new RangeError(`input: the ${name} has more than ${EIP_7823_BYTES} bytes, the limit of EIP-7823`);
    return length;
  }) as [bigint, bigint, bigint];
  // Without a modulus there is no result, whatever the other lengths are.
  if (lengths[2] === 0n) return { base: bytes, exponent: bytes, modulus: new Uint8Array(), length: 0 };

  const limits = [4 * maxBits, maxBits, maxBits];
  let start = NAMES.length * WORD;
  const [base, exponent, modulus] = NAMES.map((name, i) => {
    const length = Number(lengths[i]);
    const there = bytes.subarray(start, start + length);
    start += length;
    // Zeros in front do not count as length. Zeros alone are the number 0.
    const value = withoutLeadingZeros(there);
    if (value.length === 0) return value;
    const bytesOfValue = length - there.length + value.length;
    if (8 * (bytesOfValue - value.length) + bitLength(value) > (limits[i] as number))
      throw new RangeError(`input: the ${name} has more than ${limits[i]} bits, the limit by the maxBits of init`);
    return part(value, 0, bytesOfValue);
  }) as [Uint8Array, Uint8Array, Uint8Array];
  const length = Number(lengths[2]);
  if (length > MAX_BYTES) throw new RangeError(`input: the modulus has more than ${MAX_BYTES} bytes`);
  return { base, exponent, modulus, length };
}

/** A part of the bytes, which go on with zeros. */
function part(bytes: Uint8Array, start: number, length: number): Uint8Array {
  const there = bytes.subarray(start, start + length);
  if (there.length === length) return there;
  const padded = new Uint8Array(length);
  padded.set(there);
  return padded;
}
