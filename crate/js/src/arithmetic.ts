/** Calls into a ring, with arguments that have been checked: shared by `Powmod` and `Modulus`. */
import type { Instance, Ring } from './instance.js';
import { type Integer, isNegative, magnitudeBytes, residueBytes, type Term } from './integers.js';

/** No list of numbers may take more room than this, 2^28 bytes. */
const MOST_BYTES = 2 ** 28;

/** One power, by the plan's words. */
export function power(instance: Instance, ring: Ring, term: Term, words: string): Uint8Array {
  const base = baseBytes(instance, ring, term);
  const exponent = magnitudeBytes(term.exponent);
  return instance.run(() => ring.handle.pow(base, exponent, words));
}

/** The product of the powers, by the plan's words. */
export function product(instance: Instance, ring: Ring, terms: readonly Term[], words: string): Uint8Array {
  const [first] = terms;
  if (terms.length === 1 && first && words === '') return power(instance, ring, first, words);
  function* parts() {
    for (const term of terms) {
      yield baseBytes(instance, ring, term);
      yield magnitudeBytes(term.exponent);
    }
  }
  const packed = pack(parts(), 'terms');
  return instance.run(() => ring.handle.multi_pow(packed, words));
}

export function multiply(instance: Instance, ring: Ring, a: Integer, b: Integer): Uint8Array {
  const [left, right] = [residueBytes(a, ring.modulus), residueBytes(b, ring.modulus)];
  return instance.run(() => ring.handle.mul(left, right));
}

/** @throws RangeError that names the argument when there is no inverse. */
export function invert(instance: Instance, ring: Ring, value: Integer, name: string): Uint8Array {
  const bytes = residueBytes(value, ring.modulus);
  const inverse = instance.run(() => ring.handle.inv(bytes));
  if (!inverse) throw new RangeError(`${name}: has no inverse modulo the modulus`);
  return inverse;
}

export function squareTimes(instance: Instance, ring: Ring, value: Integer, times: number): Uint8Array {
  const bytes = residueBytes(value, ring.modulus);
  return instance.run(() => ring.handle.square(bytes, times));
}

/** Whether a number that is not negative is a prime. */
export function isProbablePrime(instance: Instance, n: Integer): boolean {
  const { life } = instance;
  const bytes = magnitudeBytes(n);
  return instance.run(() => life.is_probable_prime(bytes));
}

/** The base of a term; for a negative exponent, its inverse. */
function baseBytes(instance: Instance, ring: Ring, { base, exponent, baseName }: Term): Uint8Array {
  if (!isNegative(exponent)) return residueBytes(base, ring.modulus);
  return invert(instance, ring, base, baseName);
}

/** Each part behind its length (32 bits, little-endian). */
export function pack(parts: Iterable<Uint8Array>, name: string): Uint8Array {
  const list: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    list.push(part);
    length += 4 + part.length;
    if (length > MOST_BYTES) throw new RangeError(`${name}: are longer than ${MOST_BYTES} bytes together`);
  }
  const packed = new Uint8Array(length);
  const lengths = new DataView(packed.buffer);
  let at = 0;
  for (const part of list) {
    lengths.setUint32(at, part.length, true);
    packed.set(part, at + 4);
    at += 4 + part.length;
  }
  return packed;
}
