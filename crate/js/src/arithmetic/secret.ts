/**
 * The calls with secrets. Exponents and keys are copied from the caller's bytes straight into wasm memory, which is
 * wiped after the call. Branches in this file depend on lengths and public numbers, never on the value of a secret.
 */
import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import type { ModulusArgument, Padded } from '../border/wire.js';
import { withoutLeadingZeros } from '../bytes.js';
import {
  bitLength,
  type Integer,
  type IntegerReader,
  isNegative,
  magnitudeBytes,
  toBigint,
  viewOfInteger,
} from '../input/integers.js';
import { describe, readCount, readFields, readObject } from '../input/reading.js';

/** The public facts about a secret exponent. */
export interface SecretOptions {
  /** The most bits that the exponent can have, 1 to `maxBits`. Time depends on this number, not on the exponent. */
  exponentBits: number;
}

/**
 * The parts of an RSA private key by the Chinese remainder theorem (RFC 8017). Bytes are unsigned and big-endian. The
 * time to convert a `bigint` shows its length, and the engine keeps copies of it.
 */
export interface CrtKey {
  /** A prime factor of N. */
  p: Integer;
  /** The other prime factor of N. */
  q: Integer;
  /** d mod (p − 1) */
  dp: Integer;
  /** d mod (q − 1) */
  dq: Integer;
  /** q^−1 mod p */
  qInv: Integer;
  /** The public exponent, which checks the result. */
  e: Integer;
}

/** A modulus, and how the call names it. */
export interface SecretModulus {
  bytes: Uint8Array;
  argument: ModulusArgument;
}

/** @internal A factor `base^exponent` from the caller, not checked yet, and the names of its parts in errors. */
export type SecretTerm = readonly [base: unknown, exponent: unknown, baseName: string, exponentName: string];

/** @internal The product of the powers, as bytes of the modulus's length. */
export function powerSecret(
  instance: Instance,
  integers: IntegerReader,
  terms: readonly SecretTerm[],
  options: unknown,
  modulusOf: () => SecretModulus,
): Uint8Array<ArrayBuffer> {
  const { exponentBits } = readObject(options, 'options', ['exponentBits']);
  const bits = readCount(exponentBits, 'options.exponentBits', 1, integers.maxBits);
  const checked = terms.map(([base, exponent, baseName, exponentName]) => ({
    base: integers.secretBase(base, baseName),
    exponent: {
      bytes: readSecret(exponent, exponentName, bits, `has more than ${bits} bits, its exponentBits`),
      width: widthOf(bits),
    },
  }));
  const { bytes: modulus, argument } = modulusOf();
  if (bitLength(modulus) === 1) return new Uint8Array(1);

  return instance.call(operations.powSecret, {
    modulus: argument,
    terms: checked.map(({ base, exponent }) => ({
      base: padded(residueBytes(base, modulus), bitLength(modulus)),
      exponent,
    })),
    bits,
  });
}

/** @internal base^d mod p·q, as bytes of the length of p·q. */
export function powerCrt(
  instance: Instance,
  integers: IntegerReader,
  base: unknown,
  key: unknown,
): Uint8Array<ArrayBuffer> {
  const { p, q, dp, dq, qInv, e } = readKey(key, integers);
  const value = integers.secretBase(base, 'base');
  if (isNegative(value)) throw new RangeError('base: must not be negative');
  const numbers = {
    base: padded(magnitudeBytes(value), 8 * (p.length + q.length)),
    key: {
      p: { bytes: p, width: p.length },
      q: { bytes: q, width: q.length },
      dp: { bytes: dp, width: p.length },
      dq: { bytes: dq, width: q.length },
      qInv: { bytes: qInv, width: p.length },
      e,
    },
  };
  return instance.callOnce(operations.powCrt, numbers, (field) => `key.${field}`);
}

/** A number from 0 on that is congruent to `base` modulo the modulus. */
function residueBytes(base: Integer, modulus: Uint8Array): Uint8Array {
  if (!isNegative(base)) return magnitudeBytes(base);
  const n = toBigint(modulus);
  return magnitudeBytes(n + ((base as bigint) % n));
}

/** The checked key. p, q and e have no leading zeros, because their lengths are public. */
function readKey(key: unknown, integers: IntegerReader): Record<keyof CrtKey, Uint8Array> {
  if (typeof key !== 'object' || key === null) throw new TypeError(`key: must be an object, not ${describe(key)}`);
  const given = readFields(key, 'key.', ['p', 'q', 'dp', 'dq', 'qInv', 'e']);
  const p = readPublicLength(given.p, 'key.p', integers);
  const q = readPublicLength(given.q, 'key.q', integers);
  if (p.length === 0) throw new RangeError('key.p: must be an odd number above 1');
  if (q.length === 0) throw new RangeError('key.q: must be an odd number above 1');
  if (bitLength(p) + bitLength(q) > integers.maxBits)
    throw new RangeError(`key.q: p and q have more than ${integers.maxBits} bits together`);
  const longer = 'is longer than its prime';
  const dp = readSecret(given.dp, 'key.dp', 8 * p.length, longer);
  const dq = readSecret(given.dq, 'key.dq', 8 * q.length, longer);
  const qInv = readSecret(given.qInv, 'key.qInv', 8 * p.length, longer);
  const e = readPublicLength(given.e, 'key.e', integers);
  if (((e.at(-1) ?? 0) & 1) === 0) throw new RangeError('key.e: must be odd');
  return { p, q, dp, dq, qInv, e };
}

function readPublicLength(value: unknown, name: string, integers: IntegerReader): Uint8Array {
  const bytes = withoutLeadingZeros(readUnsigned(value, name));
  if (bitLength(bytes) > integers.maxBits)
    throw new RangeError(`${name}: has more than ${integers.maxBits} bits, the limit`);
  return bytes;
}

/** A secret below 2^bits. One branch at the end checks all bits above, so that time does not depend on them. */
function readSecret(value: unknown, name: string, bits: number, otherwise: string): Uint8Array {
  const bytes = readUnsigned(value, name);
  const spare = bytes.length - widthOf(bits);
  let above = 0;
  for (let i = 0; i < spare; i++) above |= bytes[i] as number;
  if (spare >= 0 && bits % 8 !== 0) above |= (bytes[spare] as number) >> (bits % 8);
  if (above !== 0) throw new RangeError(`${name}: ${otherwise}`);
  return bytes;
}

/** The bytes of a number from 0 on. */
function readUnsigned(value: unknown, name: string): Uint8Array {
  if (typeof value === 'bigint') {
    if (value < 0n) throw new RangeError(`${name}: must not be negative`);
    return magnitudeBytes(value);
  }
  return viewOfInteger(value, name);
}

/** A base takes at least the bytes of its modulus, so that its value does not show in the length. */
function padded(bytes: Uint8Array, modulusBits: number): Padded {
  return { bytes, width: Math.max(bytes.length, widthOf(modulusBits)) };
}

function widthOf(bits: number): number {
  return Math.ceil(bits / 8);
}
