/** The search for a random prime: its options, and the numbers that it tests. */
import type { Instance } from '../border/instance.js';
import * as operations from '../border/powers-operations.generated.js';
import { bigintToBytes, bytesToBigint, secureBytes } from '../bytes.js';
import { describe, readCount, readFlag, readFunction, viewOf } from '../input/reading.js';
import { listOf } from '../runtime.js';

/** The options of a random prime. */
export interface PrimeOptions {
  /** Search for a safe prime p: (p − 1)/2 is a prime too. Default `false`. */
  safe?: boolean | undefined;
  /**
   * The source of random bytes, called once: it must give a `Uint8Array` of `length` bytes. The same bytes give the
   * same prime. Default: the platform's secure generator.
   */
  random?: ((length: number) => Uint8Array) | undefined;
}

/** The names of the options. */
export const PRIME_OPTIONS = ['safe', 'random'] as const;

/**
 * A search takes the least prime from a random number on. After the highest candidate it goes on from the lowest.
 */
export interface PrimeSearch {
  bits: number;
  safe: boolean;
  /** The number from which on to search. */
  start: bigint;
  /** The bases of the strong tests that a prime must pass. */
  bases: readonly Uint8Array[];
}

/**
 * Strong tests to random bases, besides the Baillie–PSW test. A composite number passes one with a chance of 1/4 or
 * less.
 */
const RANDOM_BASES = 8;

/** Checks the arguments, and draws the random bytes. */
export function readPrimeSearch(
  bitsGiven: unknown,
  options: { safe?: unknown; random?: unknown },
  maxBits: number,
): PrimeSearch {
  const bits = readCount(bitsGiven, 'bits', 2, maxBits);
  const safe = readFlag(options.safe, 'options.safe');
  const random = readFunction<(length: number) => unknown>(options.random, 'options.random');
  if (safe && (bits === 2 || bits === 4 || bits === 5))
    throw new RangeError(`bits: no safe prime of ${bits} bits has its two highest bits set`);
  const width = Math.ceil(bits / 8);
  const bytes = randomBytes((1 + RANDOM_BASES) * width, random);
  const part = (i: number) => bytes.slice(i * width, (i + 1) * width);
  return {
    bits,
    safe,
    start: BigInt.asUintN(bits, bytesToBigint(part(0))) | lowest(bits, safe),
    bases: listOf(RANDOM_BASES, (i) => part(1 + i)),
  };
}

function randomBytes(length: number, random?: (length: number) => unknown): Uint8Array {
  if (!random) return secureBytes(length);
  const name = 'options.random';
  const drawn = random(length);
  const bytes = viewOf(drawn, name);
  if (!bytes) throw new TypeError(`${name}: must give a Uint8Array, not ${describe(drawn)}`);
  if (bytes.length !== length) throw new RangeError(`${name}: must give ${length} bytes, not ${bytes.length}`);
  return bytes;
}

/** Neighbours in a search: odd numbers, or for safe primes 3 modulo 4. */
function stepOf(safe: boolean): bigint {
  return safe ? 4n : 2n;
}

/**
 * The least candidate. Every candidate has its two highest bits set: a product of two primes then has as many bits as
 * both primes together.
 */
function lowest(bits: number, safe: boolean): bigint {
  return (3n << BigInt(bits - 2)) | (stepOf(safe) - 1n);
}

/** A longer sieve takes too much memory. */
const MAX_SIEVED = 2 ** 20;

/**
 * The stretch from a candidate on, which is sieved as a whole. A stretch usually holds a prime: six on average, or
 * three safe ones.
 */
export function stretchFrom(first: bigint, { bits, safe }: PrimeSearch) {
  const step = stepOf(safe);
  const left = ((1n << BigInt(bits)) - first + step - 1n) / step;
  return { first, count: Math.min(safe ? Math.ceil(bits ** 2 / 2) : 2 * bits, MAX_SIEVED, Number(left)) };
}

/** The stretch that follows; after the highest candidate comes the lowest. */
export function stretchAfter({ first, count }: ReturnType<typeof stretchFrom>, search: PrimeSearch) {
  const next = candidate(first, count, search);
  return stretchFrom(next >> BigInt(search.bits) === 0n ? next : lowest(search.bits, search.safe), search);
}

/** The candidate at an index of a stretch. */
export function candidate(first: bigint, index: number, { safe }: PrimeSearch): bigint {
  return first + stepOf(safe) * BigInt(index);
}

/** @internal Searches in the calling thread. */
export function findPrime(instance: Instance, search: PrimeSearch): bigint {
  const { start, safe, bases } = search;
  for (let stretch = stretchFrom(start, search); ; stretch = stretchAfter(stretch, search)) {
    const given = { first: bigintToBytes(stretch.first), safe };
    const indices = instance.call(operations.sievePrimes, { ...given, count: stretch.count });
    const index = instance.call(operations.firstPrime, { ...given, indices, bases });
    if (index >= 0) return candidate(stretch.first, index, search);
  }
}
