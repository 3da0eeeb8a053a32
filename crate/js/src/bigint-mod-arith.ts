/**
 * A drop-in replacement for `modPow` of the package `bigint-mod-arith`, version 3, with the same results and errors.
 * The import loads a kernel, so that `modPow` can be synchronous.
 */
import { inverseOf } from './bigint/inverse.js';
import { init } from './init.js';

/** p^k as `[p, k]`. */
export type PrimePower = [number | bigint, number | bigint];

/** A prime, listed as often as it divides the modulus, or a power of a prime. */
export type PrimeFactor = number | bigint | PrimePower;

const pm = await init();

/** The limit of an instance. BigInt computes with larger numbers. */
const LIMIT = 1n << 65536n;

/** If modulus and exponent are below these, BigInt is faster than the conversion to bytes. */
const SHORT_MODULUS = 1n << 64n;
const SHORT_EXPONENT = 1n << 16n;

/**
 * `b^e mod n`; for e < 0 the inverse of `b^|e|`. Time depends on all arguments: not for secrets.
 *
 * @param primeFactorization the primes of n, each as often as it divides n, or as `[prime, power]`. The power is
 *   computed modulo each prime power, with e reduced by its totient, which is faster. As in `bigint-mod-arith`, the
 *   result is b^e mod n only if these are all primes of n and none divides b. Leave it out if that is not certain.
 *
 * @throws RangeError if n ≤ 0, if e < 0 and b has no inverse, or if a number is not whole.
 *
 * @example
 * ```ts
 * import { modPow } from 'powmod/bigint-mod-arith';
 * modPow(2, 10, 1000n); // 24n
 * modPow(3, -1, 7); // 5n
 * modPow(3n, 5n, 35n, [5, 7]); // 33n
 * ```
 */
export function modPow(
  b: number | bigint,
  e: number | bigint,
  n: number | bigint,
  primeFactorization?: PrimeFactor[],
): bigint {
  if (typeof b === 'number') b = BigInt(b);
  if (typeof e === 'number') e = BigInt(e);
  if (typeof n === 'number') n = BigInt(n);

  if (n <= 0n) throw new RangeError('n must be > 0');
  if (n === 1n) return 0n;

  b = residue(b, n);
  if (e < 0n) return inverse(modPow(b, -e, n, primeFactorization), n);
  if (primeFactorization !== undefined) return powerByPrimes(b, e, n, primePowers(primeFactorization));
  if (typeof b !== 'bigint' || !isForInstance(e, n)) return plainPower(b, e, n);
  return e < SHORT_EXPONENT && n < SHORT_MODULUS ? plainPower(b, e, n) : pm.modPow(b, e, n);
}

function isForInstance(a: bigint, n: bigint): boolean {
  return typeof a === 'bigint' && typeof n === 'bigint' && a < LIMIT && n < LIMIT;
}

/** a mod n, in [0, n). */
function residue(a: bigint, n: bigint): bigint {
  if (n <= 0n) throw new RangeError('n must be > 0');
  const remainder = a % n;
  return remainder < 0n ? remainder + n : remainder;
}

/** The binary method, right to left. Its operators treat arguments of other types as `bigint-mod-arith` does. */
function plainPower(b: bigint, e: bigint, n: bigint): bigint {
  let power = 1n;
  for (let square = b; e > 0n; square = square ** 2n % n) {
    if (e % 2n === 1n) power = (power * square) % n;
    e /= 2n;
  }
  return power;
}

function inverse(a: bigint, n: bigint): bigint {
  const value = residue(a, n);
  if (value <= 0n) throw new RangeError('a and b MUST be > 0');
  const found = isForInstance(value, n) ? instanceInverse(value, n) : inverseOf(value, n);
  if (found === undefined) throw new RangeError(`${a} does not have inverse modulo ${n}`);
  return found;
}

function instanceInverse(a: bigint, n: bigint): bigint | undefined {
  try {
    return pm.modInv(a, n);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Each prime once, with its multiplicity. */
function primePowers(factors: PrimeFactor[]): [p: bigint, k: bigint][] {
  const powers = new Map<string, [bigint, bigint]>();
  factors.forEach((factor) => {
    const [p, k] = typeof factor === 'bigint' || typeof factor === 'number' ? [factor, 1n] : [factor[0], factor[1]];
    const known = powers.get(String(p));
    if (known) known[1] += BigInt(k);
    else powers.set(String(p), [BigInt(p), BigInt(k)]);
  });
  return [...powers.values()];
}

/** Combines the powers modulo each prime power by the Chinese remainder theorem. */
function powerByPrimes(b: bigint, e: bigint, n: bigint, powers: [bigint, bigint][]): bigint {
  const parts = powers.map(([p, k]) => ({ modulus: p ** k, totient: p ** (k - 1n) * (p - 1n) }));
  const residues = parts.map(({ modulus, totient }) => modPow(b, e % totient, modulus));
  return parts.reduce((sum, { modulus }, i) => {
    const others = n / modulus;
    const unit = (others * inverse(others, modulus)) % n;
    return residue(sum + ((unit * (residues[i] as bigint)) % n), n);
  }, 0n);
}
