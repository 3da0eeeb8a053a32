/**
 * The secret path: exponents and keys go from the caller's bytes into wasm through one buffer, which is wiped. Which
 * branches are taken here depends on lengths and public numbers, never on a secret's value.
 */
import { withoutLeadingZeros } from './bytes.js';
import type { Instance } from './instance.js';
import { bitLength, type IntegerReader, isNegative, magnitudeBytes, residueBytes } from './integers.js';
import { readCount } from './options.js';
import { describe, readBytes, readFields, readObject } from './reading.js';

/** What may be known of a secret exponent. */
export interface SecretOptions {
  /** The most bits that the exponent can have: time depends on this, and not on the exponent. 1 to `maxBits`. */
  exponentBits: number;
}

/** The parts of an RSA private key by the Chinese remainder theorem (RFC 8017), unsigned and big-endian. */
export interface CrtKey {
  /** A prime factor of N. */
  p: Uint8Array;
  /** The other one. */
  q: Uint8Array;
  /** d mod (p − 1) */
  dp: Uint8Array;
  /** d mod (q − 1) */
  dq: Uint8Array;
  /** q^−1 mod p */
  qInv: Uint8Array;
  /** The public exponent, with which the result is checked. */
  e: Uint8Array;
}

/** A factor `base^exponent` as the caller gives it, and what its parts are called in errors. */
export type SecretTerm = readonly [base: unknown, exponent: unknown, baseName: string, exponentName: string];

/** The product of the powers, as bytes of the modulus's length. */
export function powerSecret(
  instance: Instance,
  integers: IntegerReader,
  terms: readonly SecretTerm[],
  modulusGiven: unknown,
  options: unknown,
): Uint8Array {
  const { exponentBits } = readObject(options, 'options', ['exponentBits']);
  const bits = readCount(exponentBits, 'options.exponentBits', 1, integers.maxBits);
  const checked = terms.map(([base, exponent, baseName, exponentName]) => ({
    base: integers.secretBase(base, baseName),
    exponent: readSecret(exponent, exponentName, bits, `has more than ${bits} bits, its exponentBits`),
  }));
  const modulus = integers.modulus(modulusGiven, 'modulus');
  if (modulus === 1n) return new Uint8Array(1);

  const ring = instance.ring(modulus);
  const numbers = checked.flatMap(({ base, exponent }) => [
    fixedBytes(residueBytes(base, modulus), ring.bits),
    { bytes: exponent, width: widthOf(bits) },
  ]);
  return withPacked(numbers, (packed) => instance.run(() => ring.handle.pow_secret(packed, bits)));
}

/** base^d mod p·q, as bytes of that product's length. */
export function powerCrt(instance: Instance, integers: IntegerReader, base: unknown, key: unknown): Uint8Array {
  const { p, q, dp, dq, qInv, e } = readKey(key, integers);
  const value = integers.secretBase(base, 'base');
  if (isNegative(value)) throw new RangeError('base: must not be negative');
  const numbers = [
    fixedBytes(magnitudeBytes(value), 8 * (p.length + q.length)),
    { bytes: p, width: p.length },
    { bytes: q, width: q.length },
    { bytes: dp, width: p.length },
    { bytes: dq, width: q.length },
    { bytes: qInv, width: p.length },
    { bytes: e, width: e.length },
  ];
  return withPacked(numbers, (packed) => instance.once((life) => life.pow_crt(packed)));
}

/** A key with p, q and e without leading zeros, for their lengths are public. */
function readKey(key: unknown, integers: IntegerReader): CrtKey {
  if (typeof key !== 'object' || key === null) throw new TypeError(`key: must be an object, not ${describe(key)}`);
  const given = readFields(key, 'key.', ['p', 'q', 'dp', 'dq', 'qInv', 'e']);
  const p = readPublicLength(given.p, 'key.p', integers);
  const q = readPublicLength(given.q, 'key.q', integers);
  if (p.length === 0) throw new RangeError('key.p: must be an odd number above 1');
  if (q.length === 0) throw new RangeError('key.q: must be an odd number above 1');
  if (bitLength(p) + bitLength(q) > integers.maxBits)
    throw new RangeError(`key.q: has with p more than ${integers.maxBits} bits, the most that is allowed here`);
  const longer = 'is longer than its prime';
  const dp = readSecret(given.dp, 'key.dp', 8 * p.length, longer);
  const dq = readSecret(given.dq, 'key.dq', 8 * q.length, longer);
  const qInv = readSecret(given.qInv, 'key.qInv', 8 * p.length, longer);
  const e = readPublicLength(given.e, 'key.e', integers);
  if (((e.at(-1) ?? 0) & 1) === 0) throw new RangeError('key.e: must be odd');
  return { p, q, dp, dq, qInv, e };
}

function readPublicLength(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  const bytes = withoutLeadingZeros(readBytes(value, name));
  if (bitLength(bytes) > integers.maxBits)
    throw new RangeError(`${name}: has more than ${integers.maxBits} bits, the most that is allowed here`);
  return bytes;
}

/** A secret below 2^bits: what stands above is gathered first, and only then is there one question. */
function readSecret(value: unknown, name: string, bits: number, otherwise: string): Uint8Array {
  const bytes = readBytes(value, name);
  const spare = bytes.length - widthOf(bits);
  let above = 0;
  for (let i = 0; i < spare; i++) above |= bytes[i] as number;
  if (spare >= 0 && bits % 8 !== 0) above |= (bytes[spare] as number) >> (bits % 8);
  if (above !== 0) throw new RangeError(`${name}: ${otherwise}`);
  return bytes;
}

/** A number in a place of so many bytes, with zeros in front, or without those that it has too many. */
interface Placed {
  bytes: Uint8Array;
  width: number;
}

/** A base takes as much room as its modulus, whatever its value; a longer one all of its own. */
function fixedBytes(bytes: Uint8Array, modulusBits: number): Placed {
  return { bytes, width: Math.max(bytes.length, widthOf(modulusBits)) };
}

function widthOf(bits: number): number {
  return Math.ceil(bits / 8);
}

/** Each number behind its width (32 bits, little-endian), for as long as `use` runs. */
function withPacked<T>(numbers: readonly Placed[], use: (packed: Uint8Array) => T): T {
  const length = numbers.reduce((sum, { width }) => sum + 4 + width, 0);
  return withBuffer(length, (packed) => {
    const widths = new DataView(packed.buffer);
    let at = 0;
    for (const number of numbers) {
      widths.setUint32(at, number.width, true);
      place(packed, at + 4, number);
      at += 4 + number.width;
    }
    return use(packed);
  });
}

/** A buffer that is wiped when `use` is done with it, well or not. */
function withBuffer<T>(length: number, use: (buffer: Uint8Array) => T): T {
  const buffer = new Uint8Array(length);
  try {
    return use(buffer);
  } finally {
    buffer.fill(0);
  }
}

function place(target: Uint8Array, at: number, { bytes, width }: Placed): void {
  const spare = bytes.length - width;
  if (spare >= 0) target.set(bytes.subarray(spare), at);
  else target.set(bytes, at - spare);
}
