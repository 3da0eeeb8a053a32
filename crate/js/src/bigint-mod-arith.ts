/**
 * A drop-in replacement for the package `bigint-mod-arith`, version 3: all its functions, with the same results and
 * errors. `modPow` and `modInv` compute in a kernel. BigInt answers until it is ready, and for ever where none works.
 * The import starts to load the kernel.
 *
 * @example
 * ```ts
 * import { modPow } from 'powmod/bigint-mod-arith';
 *
 * modPow(3, 65537, 1000003); // 486750n
 * ```
 * @module powmod/bigint-mod-arith
 */

import { euclid, inverseOf } from './bigint/inverse.js';

import { limitOf } from './input/integers.js';
import { powers } from './powers/entry.js';
import { bare } from './runtime.js';
import { apiOf, load, ofKernel, variantsOf } from './start.js';

/** p^k as `[p, k]`. */
export type PrimePower = [number | bigint, number | bigint];

/** A prime, listed as often as it divides the modulus, or a power of a prime. */
export type PrimeFactor = number | bigint | PrimePower;

/** The primes of a number with their powers, as `[prime, power]`. */
export type PrimeFactorization = [bigint, bigint][];

/** The result of `eGcd`: a·x + b·y = g. */
export interface Egcd {
  g: bigint;
  x: bigint;
  y: bigint;
}

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

load({}, variantsOf(powers)).then(
  ({ loaded, integers }) => {
    if (!loaded) return;
    const pm = apiOf(powers, integers, ofKernel(loaded, false));
    // After any error BigInt computes, or finds that there is no result: so all errors are the original's.
    kernel = {
      power(b, e, n) {
        try {
          return typeof b === 'bigint' && fits(e) && fits(n) ? pm.modPow(b, e, n) : undefined;
        } catch {
          return undefined;
        }
      },
      inverse(a, n) {
        try {
          return fits(a) && fits(n) ? pm.modInv(a, n) : undefined;
        } catch {
          return undefined;
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
  const kernel = Object.hasOwn(modPow, 'kernel') ? (modPow as { kernel?: Kernel }).kernel : undefined;

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
      // The engine's own error, which it would find after hours.
      if (exponent >> 30n && base * base > 1n) throw new RangeError('Maximum BigInt size exceeded');
      let power = 1n;
      let square = base;
      for (let rest = exponent; rest > 0n; rest >>= 1n) {
        if (rest & 1n) power *= square;
        if (rest > 1n) square *= square;
      }
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
      // The original reads any property of an object by a string, also an inherited one. By a number it finds only
      // what was set here.
      const isKnown = Object.hasOwn(primes, String(p)) || typeof (p as unknown) === 'string';
      const known = isKnown ? primes[String(p)] : undefined;
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
    parts.forEach(({ modulus }, i) => {
      const others = n / modulus;
      const unit = (others * own.inverse(others, modulus)) % n;
      sum = (sum + ((unit * (residues[i] as bigint)) % n)) % n;
      if (sum < 0n) sum = sum + n;
    });
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

Object.defineProperty(modPow, 'kernel', bare({ get: () => kernel }));

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
  // Arguments of other types may make a residue of another type.
  const rest: unknown = toZn(given, modulus);
  const value = typeof rest === 'number' ? BigInt(rest) : (rest as bigint);
  if (value <= 0n) throw new RangeError('a and b MUST be > 0');
  const found = kernel?.inverse(value, modulus) ?? inverseOf(value, modulus);
  if (found === undefined) throw new RangeError(`${a.toString()} does not have inverse modulo ${n.toString()}`);
  return found;
}

/** The absolute value. */
export function abs(a: number | bigint): number | bigint {
  return a >= 0 ? a : -a;
}

/** The larger of two numbers. */
export function max(a: number | bigint, b: number | bigint): number | bigint {
  return a >= b ? a : b;
}

/** The smaller of two numbers. */
export function min(a: number | bigint, b: number | bigint): number | bigint {
  return a >= b ? b : a;
}

/**
 * The length in bits of a positive number. As in `bigint-mod-arith`, 0 and negative numbers have two.
 */
export function bitLength(a: number | bigint): number {
  const number = typeof a === 'number' ? BigInt(a) : a;
  if (number === 1n) return 1;
  const half = number >> 1n;
  return half > 1n ? half.toString(2).length + 1 : 2;
}

/**
 * The residue of a modulo n, from 0 to n − 1.
 *
 * @throws RangeError if n ≤ 0, or if a number is not whole.
 */
export function toZn(a: number | bigint, n: number | bigint): bigint {
  const given = typeof a === 'number' ? BigInt(a) : a;
  const modulus = typeof n === 'number' ? BigInt(n) : n;
  if (modulus <= 0n) throw new RangeError('n must be > 0');
  const rest = given % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/**
 * The greatest common divisor g of two positive numbers, and x and y with a·x + b·y = g.
 *
 * @throws RangeError if a or b is not positive, or not whole.
 *
 * @example
 * ```ts
 * import { eGcd } from 'powmod/bigint-mod-arith';
 * eGcd(6n, 10n); // { g: 2n, x: 2n, y: -1n }
 * ```
 */
export function eGcd(a: number | bigint, b: number | bigint): Egcd {
  let s = typeof a === 'number' ? BigInt(a) : a;
  let r = typeof b === 'number' ? BigInt(b) : b;
  if (s <= 0n || r <= 0n) throw new RangeError('a and b MUST be > 0');
  // r = a·x + b·y and s = a·u + b·v.
  let [x, y, u, v] = [0n, 1n, 1n, 0n];
  while (s !== 0n) {
    const quotient = r / s;
    [r, s] = [s, r % s];
    [x, u] = [u, x - u * quotient];
    [y, v] = [v, y - v * quotient];
  }
  return { g: r, x, y };
}

/** The greatest common divisor of the absolute values of two numbers. */
export function gcd(a: number | bigint, b: number | bigint): bigint {
  const x = typeof a === 'number' ? BigInt(abs(a)) : (abs(a) as bigint);
  const y = typeof b === 'number' ? BigInt(abs(b)) : (abs(b) as bigint);
  if (x === 0n) return y;
  if (y === 0n) return x;
  // Arguments of other types are no integers: an operation on bits refuses them.
  const [r, s] = [x | 0n, y | 0n];
  return r > s ? euclid(r, s, undefined) : euclid(s, r, undefined);
}

/** The least common multiple of two numbers, which is not negative. */
export function lcm(a: number | bigint, b: number | bigint): bigint {
  const x = typeof a === 'number' ? BigInt(a) : a;
  const y = typeof b === 'number' ? BigInt(b) : b;
  if (x === 0n && y === 0n) return 0n;
  return abs((x / gcd(x, y)) * y) as bigint;
}

/**
 * The sum of numbers modulo n.
 *
 * @throws RangeError if n ≤ 0, or if a number is not whole.
 */
export function modAdd(addends: (number | bigint)[], n: number | bigint): bigint {
  const modulus = BigInt(n);
  const rests = addends.map((a) => BigInt(a) % modulus);
  return toZn(
    rests.reduce((sum, a) => sum + (a % modulus), 0n),
    modulus,
  );
}

/**
 * The product of numbers modulo n.
 *
 * @throws RangeError if n ≤ 0, or if a number is not whole.
 */
export function modMultiply(factors: (number | bigint)[], n: number | bigint): bigint {
  const modulus = BigInt(n);
  const rests = factors.map((a) => BigInt(a) % modulus);
  return toZn(
    rests.reduce((product, a) => (product * a) % modulus, 1n),
    modulus,
  );
}

/**
 * Euler's totient of a number, from its primes and their powers.
 *
 * @example
 * ```ts
 * import { phi } from 'powmod/bigint-mod-arith';
 * phi([[5n, 2n], [7n, 1n]]); // 120n
 * ```
 */
export function phi(primeFactorization: PrimeFactorization): bigint {
  const totients = primeFactorization.map((factor) => {
    // Not by a pattern, which takes iterables alone.
    const prime = factor[0];
    const exponent = factor[1] - 1n;
    const less = prime - 1n;
    return powerOf(prime, exponent) * less;
  });
  return totients.reduce((product, totient) => totient * product, 1n);
}

function powerOf(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) throw new RangeError('Exponent must be non-negative');
  if (exponent >> 30n && base * base > 1n) throw new RangeError('Maximum BigInt size exceeded');
  let power = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power *= square;
    if (rest > 1n) square *= square;
  }
  return power;
}

/**
 * The number with these remainders modulo pairwise coprime numbers, by the Chinese remainder theorem.
 *
 * @param modulo the product of all `modulos`, where it is known.
 *
 * @throws RangeError if the lists have different lengths, or two modulos a common factor.
 *
 * @example
 * ```ts
 * import { crt } from 'powmod/bigint-mod-arith';
 * crt([2n, 3n], [5n, 7n]); // 17n
 * ```
 */
export function crt(remainders: bigint[], modulos: bigint[], modulo?: bigint): bigint {
  if (remainders.length !== modulos.length)
    throw new RangeError('The remainders and modulos arrays should have the same length');
  const all = modulo ?? modulos.reduce((product, one) => product * one, 1n);
  return modulos.reduce((sum, one, i) => {
    const others = all / one;
    const unit = (others * modInv(others, one)) % all;
    return toZn(sum + ((unit * (remainders[i] as bigint)) % all), all);
  }, 0n);
}
