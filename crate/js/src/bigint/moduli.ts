/** Moduli, and residues modulo them. */
import type { Handle, ModulusArgument } from '../border/wire.js';
import { bigintToBytes, bytesToBigint } from '../bytes.js';
import { type Integer, toBigint } from '../input/integers.js';
import type { Power } from './arithmetic.js';
import type { Functions } from './functions.js';
import { inverseOf } from './inverse.js';
import { Refused } from './refused.js';

/** Keeps a modulus: its handle is the number itself. */
export const keepModulus: Functions['keepModulus'] = ({ modulus }) => asHandle(bytesToBigint(modulus));

/** The modulus that a call names. */
export function modulusOf(argument: ModulusArgument): bigint {
  return typeof argument === 'object' ? bytesToBigint(argument) : objectOf<bigint>(argument);
}

/** An object as its handle. In wasm a handle is a number; here it is the object, which the garbage collector frees. */
export function asHandle<Kind extends string>(object: unknown): Handle<Kind> {
  return object as Handle<Kind>;
}

export function objectOf<T>(handle: Handle<string>): T {
  return handle as unknown as T;
}

/** x mod n, from 0 on. */
export function residue(x: bigint, n: bigint): bigint {
  const rest = x % n;
  return rest < 0n ? rest + n : rest;
}

/** x < n in exactly as many bytes as n has. */
export function residueBytes(x: bigint, n: bigint): Uint8Array<ArrayBuffer> {
  return bigintToBytes(x, (n.toString(16).length + 1) >> 1);
}

/** The inverse of a residue. @throws Refused if it has none; `name` is the argument. */
export function inverseOrRefusal(a: bigint, n: bigint, name: string, index?: number): bigint {
  const inverse = inverseOf(a, n);
  if (inverse === undefined) throw noInverse(name, index);
  return inverse;
}

/** A power whose exponent is not negative. @throws Refused if the base has no inverse for one that is */
export function power(baseGiven: Integer, exponentGiven: Integer, n: bigint, name: string, index?: number): Power {
  const base = residue(toBigint(baseGiven), n);
  const exponent = toBigint(exponentGiven);
  return exponent < 0n ? [inverseOrRefusal(base, n, name, index), -exponent] : [base, exponent];
}

export function noInverse(name: string, index?: number): Refused {
  return new Refused('argument', name, 'has no inverse modulo the modulus', index);
}
