/** Moduli, and residues modulo them. */
import type { Handle, ModulusArgument } from '../border/wire.js';
import { bigintToBytes, bytesToBigint } from '../bytes.js';

/** Keeps a modulus: its handle is the number itself. */
export function keepModulus({ modulus }: { modulus: Uint8Array }): Handle<'KeptModulus'> {
  return asHandle(bytesToBigint(modulus));
}

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
