/** The search for a random prime: crate/core/src/primality/search.rs has the same functions, and their reasons. */
import { bytesToBigint } from '../bytes.js';
import { multiPow } from './arithmetic.js';
import type { Functions } from './functions.js';
import { isStrongBy, isStrongToBase2, passesStrongTests } from './primality.js';
import { primesBelow } from './small-primes.js';

const MAX_SIEVED = 2 ** 22;

/** The indices of the candidates without small factors. */
export const sievePrimes: Functions['sievePrimes'] = ({ first: bytes, safe, count }) => {
  const first = bytesToBigint(bytes);
  const isComposite = new Uint8Array(count);
  for (const p of primesBelow(boundOf(first, safe))) {
    if (p === 2) continue;
    const rest = Number(first % BigInt(p));
    for (const dividend of safe ? [p - rest, p + 1 - rest] : [p - rest])
      for (let i = quotient(dividend, safe ? 4 : 2, p); i < count; i += p) isComposite[i] = 1;
  }
  const indices: number[] = [];
  for (let i = 0; i < count; i++) if (isComposite[i] === 0) indices.push(i);
  return indices;
};

function boundOf(first: bigint, safe: boolean): number {
  const bits = first.toString(2).length;
  const best = Math.floor(safe ? 2 * bits ** 2 : bits ** 2 / 8);
  return Math.min(best, MAX_SIEVED, Number(safe ? first >> 1n : first));
}

/** x/2^k modulo an odd p, for a power 2^k. */
function quotient(x: number, power: number, p: number): number {
  for (let i = power; i > 1; i /= 2) x = x % 2 === 0 ? x / 2 : (x + p) / 2;
  return x % p;
}

/** The first of these indices whose candidate is a prime, or −1. */
export const firstPrime: Functions['firstPrime'] = ({ first: bytes, safe, indices, bases }) => {
  const first = bytesToBigint(bytes);
  const isPrime = (i: number) => {
    const p = first + BigInt(safe ? 4 * i : 2 * i);
    const q = safe ? p >> 1n : p;
    if (!isStrongToBase2(q) || (safe && !isStrongToBase2(p))) return false;
    return passesStrongTests(q) && bases.every((base) => isStrongTo(bytesToBigint(base), q));
  };
  return indices.find(isPrime) ?? -1;
};

/** The strong test of an odd n above 2. A multiple of n is no base to test. */
function isStrongTo(base: bigint, n: bigint): boolean {
  return base % n === 0n || isStrongBy((odd) => multiPow([[base, odd]], n), n);
}
