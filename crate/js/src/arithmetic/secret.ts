/**
 * The calls with secret exponents. They are copied from the caller's bytes straight into wasm memory, which is
 * wiped after the call. Branches in this file depend on lengths and public numbers, never on the value of a secret.
 */
import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import type { ModulusArgument, Operation, Padded } from '../border/wire.js';
import {
  bitLength,
  type Integer,
  type IntegerReader,
  isNegative,
  isOdd,
  magnitudeBytes,
  toBigint,
  viewOfInteger,
} from '../input/integers.js';
import { readBytes, readCount, readOptional, wipingCopies } from '../input/reading.js';

/** The public facts about a secret exponent. */
export interface SecretOptions {
  /** The most bits that the exponent can have, 1 to `maxBits`. Time depends on this number, not on the exponent. */
  exponentBits: number;
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
  return wipingCopies(() => {
    const bits = readExponentBits(options, 'options', integers);
    const checked = terms.map((term) => readSecretTerm(term, bits, integers));
    const { bytes: modulus, argument } = modulusOf();
    if (isOne(modulus)) return new Uint8Array(1);
    const given = checked.map((term) => secretTerm(term, modulus));
    return instance.call(operations.powSecret, { modulus: argument, terms: given, bits });
  });
}

/** @internal Reads `exponentBits`, the public length of secret exponents. */
export function readExponentBits(options: unknown, name: string, integers: IntegerReader): number {
  const { exponentBits } = readOptional(options, name, ['exponentBits']);
  return readCount(exponentBits, `${name}.exponentBits`, 1, integers.maxBits);
}

/** @internal Checks a term. Its base may be negative. The bytes of the result are views of the caller's memory. */
export function readSecretTerm(
  [base, exponent, baseName, exponentName]: SecretTerm,
  bits: number,
  integers: IntegerReader,
) {
  return {
    base: integers.secretBase(base, baseName),
    exponent: readSecret(exponent, exponentName, bits, `has more than ${bits} bits, its exponentBits`),
  };
}

/** @internal A function of numbers in bytes, as bytes of the modulus's length. Modulo 1 it is 0. */
export function residueSecret<Name extends string>(
  instance: Instance,
  integers: IntegerReader,
  operation: Operation<{ modulus: ModulusArgument } & Record<Name, Padded>, Uint8Array<ArrayBuffer>>,
  values: Record<Name, unknown>,
  modulusOf: () => SecretModulus,
): Uint8Array<ArrayBuffer> {
  return wipingCopies(() => {
    const names = Object.keys(values) as Name[];
    const bytes = names.map((name) => {
      const given = readBytes(values[name], name);
      integers.secretBase(given, name);
      return given;
    });
    const { bytes: modulus, argument } = modulusOf();
    const given = { modulus: argument } as { modulus: ModulusArgument } & Record<Name, Padded>;
    names.forEach((name, i) => {
      given[name] = padded(bytes[i] as Uint8Array, bitLength(modulus)) as (typeof given)[Name];
    });
    return isOne(modulus) ? new Uint8Array(1) : instance.call(operation, given);
  });
}

/** @internal Whether the modulus is 1, so that all results are 0. @throws RangeError if it is even */
export function isOne(modulus: Uint8Array): boolean {
  if (!isOdd(modulus)) throw new RangeError('modulus: must be odd on the secret path');
  return bitLength(modulus) === 1;
}

/** @internal A checked term as an operation takes it. The modulus must be above 1. */
export function secretTerm(
  { base, exponent }: ReturnType<typeof readSecretTerm>,
  modulus: Uint8Array,
): operations.SecretTerm {
  return { base: padded(residueBytes(base, modulus), bitLength(modulus)), exponent };
}

/** A number from 0 on that is congruent to `base` modulo the modulus. */
function residueBytes(base: Integer, modulus: Uint8Array): Uint8Array {
  if (!isNegative(base)) return magnitudeBytes(base);
  const n = toBigint(modulus);
  return magnitudeBytes(n + ((base as bigint) % n));
}

/**
 * @internal A secret below 2^bits. A longer one gives the error `otherwise`. One branch at the end checks all higher
 *   bits, so that time does not depend on them.
 */
export function readSecret(value: unknown, name: string, bits: number, otherwise: string): Padded {
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
export function padded(bytes: Uint8Array, modulusBits: number): Padded {
  return { bytes, width: Math.max(bytes.length, widthOf(modulusBits)) };
}

function widthOf(bits: number): number {
  return Math.ceil(bits / 8);
}
