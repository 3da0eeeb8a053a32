/**
 * A drop-in replacement for `modPow` and `modInv` of the package `bigint-mod-arith`, version 3, with the same results and
 * errors. BigInt answers until a kernel is ready, and for ever where none works. The import starts to load the kernel.
 *
 * @example
 * ```ts
 * import { modPow } from 'powmod/bigint-mod-arith';
 *
 * modPow(3, 65537, 1000003); // 486750n
 * ```
 * @module powmod/bigint-mod-arith
 */

import { inverseOf } from './bigint/inverse.js';
import { residue } from './bigint/moduli.js';
import { instanceOf, load } from './init.js';
import { limitOf } from './input/integers.js';

/** p^k as `[p, k]`. */
export type PrimePower = [number | bigint, number | bigint];

/** A prime, listed as often as it divides the modulus, or a power of a prime. */
export type PrimeFactor = number | bigint | PrimePower;

/** The functions that compute in a kernel. Arguments are residues, and exponents that are not negative. */
interface Kernel {
  /** Undefined if BigInt must compute the power. */
  power(b: unknown, e: unknown, n: unknown): bigint | undefined;
  /** Undefined if there is no inverse, or if BigInt must compute it. */
  inverse(a: unknown, n: unknown): bigint | undefined;
}

/** Set once the kernel is ready. */
let kernel: Kernel | undefined;

/** The limit of an instance. BigInt computes with larger numbers. */
const LIMIT = limitOf(65_536);

const fits = (x: unknown): x is bigint => typeof x === 'bigint' && x < LIMIT;

load({}).then(
  ({ loaded, integers }) => {
    if (!loaded) return;
    const pm = instanceOf(loaded, integers, false);
    kernel = {
      power(b, e, n) {
        return typeof b === 'bigint' && fits(e) && fits(n) ? pm.modPow(b, e, n) : undefined;
      },
      inverse(a, n) {
        if (!fits(a) || !fits(n)) return undefined;
        try {
          return pm.modInv(a, n);
        } catch (error) {
          if (error instanceof RangeError) return undefined;
          throw error;
        }
      },
    };
  },
  () => {}, // BigInt goes on.
);

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
  // Programs send the text of this function to workers, where nothing else of this module is. So the text uses only
  // itself, and its functions have no names, for which a bundler might add a call. There it has no property `kernel`.
  const { kernel } = modPow as { kernel?: Kernel };

  if (typeof b === 'number') b = BigInt(b);
  if (typeof e === 'number') e = BigInt(e);
  if (typeof n === 'number') n = BigInt(n);

  if (n <= 0n) throw new RangeError('n must be > 0');
  if (n === 1n) return 0n;

  b = b % n;
  if (b < 0n) b = b + n;

  const own = {
    power(base: bigint, exponent: bigint): bigint {
      if (exponent < 0n) throw new RangeError('Exponent must be non-negative');
      let power = 1n;
      for (let i = 0n; i < exponent; i++) power *= base;
      return power;
    },
    inverse(a: bigint, n: bigint): bigint {
      const value = ((a % n) + n) % n;
      if (value <= 0n) throw new RangeError('a and b MUST be > 0');
      const found = kernel?.inverse(value, n);
      if (found !== undefined) return found;
      // Euclid's algorithm, with a·x ≡ r and a·y ≡ s mod n.
      let [r, x] = [n, 0n];
      let [s, y] = [value, 1n];
      while (s !== 0n) {
        const quotient = r / s;
        [r, s] = [s, r - quotient * s];
        [x, y] = [y, x - quotient * y];
      }
      if (r !== 1n) throw new RangeError(`${a} does not have inverse modulo ${n.toString()}`);
      return x < 0n ? x + n : x;
    },
  };

  if (e < 0n) return own.inverse(modPow(b, -e, n, primeFactorization), n);

  if (primeFactorization !== undefined) {
    // Each prime once, in the order of the original.
    const primes: Record<string, { p: bigint; k: bigint }> = {};
    primeFactorization.forEach((factor) => {
      const isPrime = typeof factor === 'bigint' || typeof factor === 'number';
      const [p, k] = isPrime ? [factor, 1n] : [factor[0], factor[1]];
      const known = primes[String(p)];
      if (known) known.k += BigInt(k);
      else primes[String(p)] = { p: BigInt(p), k: BigInt(k) };
    });
    // The Chinese remainder theorem, with each exponent reduced by the totient of its prime power.
    const parts = Object.values(primes).map(({ p, k }) => ({
      modulus: own.power(p, k),
      totient: own.power(p, k - 1n) * (p - 1n),
    }));
    const residues = parts.map(({ modulus, totient }) => modPow(b, (e as bigint) % totient, modulus));
    let sum = 0n;
    for (const [i, { modulus }] of parts.entries()) {
      const others = n / modulus;
      const unit = (others * own.inverse(others, modulus)) % n;
      sum = (sum + ((unit * (residues[i] as bigint)) % n)) % n;
      if (sum < 0n) sum = sum + n;
    }
    return sum;
  }

  const power = kernel?.power(b, e, n);
  if (power !== undefined) return power;
  let product = 1n;
  for (let square = b; e > 0; square = (square * square) % n) {
    if (e % 2n === 1n) product = (product * square) % n;
    e = e / 2n;
  }
  return product;
}

Object.defineProperty(modPow, 'kernel', { get: () => kernel });

/**
 * The inverse of a modulo n. Time depends on both arguments: not for secrets.
 *
 * @throws RangeError if n ≤ 0, if a has no inverse, or if a number is not whole.
 *
 * @example
 * ```ts
 * import { modInv } from 'powmod/bigint-mod-arith';
 * modInv(3, 7n); // 5n
 * modInv(2n, 4n); // throws RangeError: 2 does not have inverse modulo 4
 * ```
 */
export function modInv(a: number | bigint, n: number | bigint): bigint {
  const given = typeof a === 'number' ? BigInt(a) : a;
  const modulus = typeof n === 'number' ? BigInt(n) : n;
  if (modulus <= 0n) throw new RangeError('n must be > 0');
  // Arguments of other types may make a residue of another type.
  const rest: unknown = residue(given, modulus);
  const value = typeof rest === 'number' ? BigInt(rest) : (rest as bigint);
  if (value <= 0n) throw new RangeError('a and b MUST be > 0');
  const found = kernel?.inverse(value, modulus) ?? inverseOf(value, modulus);
  if (found === undefined) throw new RangeError(`${a.toString()} does not have inverse modulo ${n.toString()}`);
  return found;
}
