/**
 * Reads secrets, and bases that may be secret. They are copied from the caller's bytes straight into wasm memory, which
 * is wiped after the call. Branches in this file depend on lengths and public numbers, never on the value of a secret.
 */
import type { SecretTerm as CheckedTerm } from '../border/powers-operations.generated.js';
import type { Secret } from '../border/wire.js';
import {
  bitLength,
  type Integer,
  type IntegerReader,
  isNegative,
  isOdd,
  magnitudeBytes,
  toBigint,
  viewOfInteger,
} from './integers.js';
import { readBytes, readCount, readOptional } from './reading.js';

/** The public facts about a secret exponent. */
export interface SecretOptions {
  /** The most bits that the exponent can have, 1 to `maxBits`. Time depends on this number, not on the exponent. */
  exponentBits: number;
}

/** @internal A factor `base^exponent` from the caller, not checked yet, and the names of its parts in errors. */
export type SecretTerm = readonly [base: unknown, exponent: unknown, baseName: string, exponentName: string];

/** @internal A base of either sign, and a secret exponent. */
export interface SecretPower {
  base: Integer;
  exponent: Secret;
}

/** @internal Checked factors, whose exponents have at most `bits` bits. */
export interface SecretPowers {
  powers: readonly SecretPower[];
  bits: number;
}

/** @internal Checks factors, after their options. Bytes are views of the caller's memory. */
export function readSecretPowers(
  terms: readonly SecretTerm[],
  options: unknown,
  integers: IntegerReader,
): SecretPowers {
  const bits = readExponentBits(options, 'options', integers);
  return { powers: terms.map((term) => readSecretPower(term, bits, integers)), bits };
}

/** @internal Reads `exponentBits`, the public length of secret exponents. */
export function readExponentBits(options: unknown, name: string, integers: IntegerReader): number {
  const { exponentBits } = readOptional(options, name, ['exponentBits']);
  return readCount(exponentBits, `${name}.exponentBits`, 1, integers.maxBits);
}

/** @internal Checks a factor. */
export function readSecretPower(
  [base, exponent, baseName, exponentName]: SecretTerm,
  bits: number,
  integers: IntegerReader,
): SecretPower {
  return {
    base: integers.secretBase(base, baseName),
    exponent: readSecret(exponent, exponentName, bits, `has more than ${bits} bits, its exponentBits`),
  };
}

/** @internal A checked factor as an operation takes it. The modulus must be above 1. */
export function secretTerm({ base, exponent }: SecretPower, modulus: Uint8Array): CheckedTerm {
  return { base: secretOf(residueBytes(base, modulus), bitLength(modulus)), exponent };
}

/** A number from 0 on that is congruent to `base` modulo the modulus. */
function residueBytes(base: Integer, modulus: Uint8Array): Uint8Array {
  if (!isNegative(base)) return magnitudeBytes(base);
  const n = toBigint(modulus);
  return magnitudeBytes(n + ((base as bigint) % n));
}

/** @internal Reads numbers that must be bytes, by their names. */
export function readSecretBytes<Name extends string>(
  values: Record<Name, unknown>,
  integers: IntegerReader,
): [Name, Uint8Array][] {
  return (Object.keys(values) as Name[]).map((name) => {
    const bytes = readBytes(values[name], name);
    integers.secretBase(bytes, name);
    return [name, bytes];
  });
}

/**
 * @internal A secret below 2^bits. A longer one gives the error `otherwise`. One branch at the end checks all higher
 *   bits, so that time does not depend on them.
 */
export function readSecret(value: unknown, name: string, bits: number, otherwise: string): Secret {
  const bytes = readUnsigned(value, name);
  const width = widthOf(bits);
  const spare = bytes.length - width;
  let above = 0;
  for (let i = 0; i < spare; i++) above |= bytes[i] as number;
  if (spare >= 0 && bits % 8 !== 0) above |= (bytes[spare] as number) >> (bits % 8);
  if (above !== 0) throw new RangeError(`${name}: ${otherwise}`);
  return { bytes, width };
}

/** @internal The bytes of a number from 0 on. */
export function readUnsigned(value: unknown, name: string): Uint8Array {
  if (typeof value === 'bigint') {
    if (value < 0n) throw new RangeError(`${name}: must not be negative`);
    return magnitudeBytes(value);
  }
  return viewOfInteger(value, name);
}

/** @internal A base takes at least the bytes of its modulus, so that its value does not show in the length. */
export function secretOf(bytes: Uint8Array, modulusBits: number): Secret {
  return { bytes, width: Math.max(bytes.length, widthOf(modulusBits)) };
}

/** @internal Whether the modulus is 1, so that all results are 0. @throws RangeError if it is even */
export function isOne(modulus: Uint8Array): boolean {
  if (!isOdd(modulus)) throw new RangeError('modulus: must be odd on the secret path');
  return bitLength(modulus) === 1;
}

function widthOf(bits: number): number {
  return Math.ceil(bits / 8);
}
