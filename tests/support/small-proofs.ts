// Small proofs that the tests make themselves, so that they need no vectors.
import './built.mjs';
import { createHash } from 'node:crypto';
import type { PietrzakProofFile, Powmod, WesolowskiProofFile } from 'powmod';

/** A product of two primes of 512 bits. */
export const smallModulus = ((3n << 510n) + 761n) * ((7n << 509n) + (1n << 400n) + 511n);

export const seed = new TextEncoder().encode('a seed');

/** The fields that proofs of both schemes have, the numbers x and y in them, and the function that writes a number. */
function statement(pm: Powmod, n: bigint, seed: Uint8Array, T: number) {
  const digits = n.toString(16).length;
  const hex = (z: bigint) => `0x${z.toString(16).padStart(digits, '0')}`;
  const x = pm.hashToGroup(seed, n);
  const y = pm.element(pm.modPow(x, 1n << BigInt(T), n), n);
  const fields = { profile: 'powmod-v1', modulus: hex(n), input: hex(x), output: hex(y), iterations: T } as const;
  return { hex, x, y, fields };
}

/** A Wesolowski proof in powmod-v1 by its definition, x^⌊2^T / l⌋. */
export function makeWesolowski(pm: Powmod, n: bigint, seed: Uint8Array, T: number): WesolowskiProofFile {
  const { hex, x, y, fields } = statement(pm, n, seed, T);
  const enc = (z: bigint) => Buffer.from(hex(z).slice(2), 'hex');
  const counted = (bytes: number, value: number) => Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
  const sha256 = (parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const s = sha256([Buffer.from('powmod-v1:wesolowski'), enc(n), enc(x), enc(y), counted(8, T)]);
  let l = 0n;
  for (let i = 0; !pm.isProbablePrime(l); i++) {
    l = BigInt(`0x${sha256([s, counted(4, i)]).toString('hex')}`) | (1n << 255n) | 1n;
  }
  const proof = pm.element(pm.modPow(x, (1n << BigInt(T)) / l, n), n);
  return { scheme: 'wesolowski', ...fields, proof: hex(proof) };
}

/** A Pietrzak proof in powmod-v1 of so few squarings that the proof is empty and the verifier squares itself. */
export function makeTrivialPietrzak(pm: Powmod, n: bigint, seed: Uint8Array, T: number): PietrzakProofFile {
  return { scheme: 'pietrzak', ...statement(pm, n, seed, T).fields, proof: [] };
}
