// An oracle: the plainest arithmetic in BigInt, and OpenSSL's primes.
import { checkPrimeSync } from 'node:crypto';
import { nativePow } from '../../support/native.js';
import { Refused } from './judge.ts';

export { nativePow };

export function modulo(a: bigint, n: bigint): bigint {
  return ((a % n) + n) % n;
}

/** The inverse by Euclid's algorithm; undefined if there is none. */
export function inverse(a: bigint, n: bigint): bigint | undefined {
  let [r, x, s, y] = [n, 0n, modulo(a, n), 1n];
  while (s !== 0n) {
    const quotient = r / s;
    [r, s] = [s, r - quotient * s];
    [x, y] = [y, x - quotient * y];
  }
  return r === 1n ? modulo(x, n) : undefined;
}

/** base^exponent. A negative exponent needs the inverse of the base, which is the argument `name`. */
export function power(base: bigint, exponent: bigint, n: bigint, name: string): bigint | Refused {
  if (exponent >= 0n) return nativePow(base, exponent, n);
  const inverted = inverse(base, n);
  return inverted === undefined ? new Refused([name]) : nativePow(inverted, -exponent, n);
}

/** The product of powers, or the refusal of one of them. */
export function product(powers: readonly (bigint | Refused)[], n: bigint): bigint | Refused {
  const refusals = powers.filter((power) => power instanceof Refused);
  if (refusals.length > 0) return new Refused(refusals.flatMap(({ names }) => names));
  return (powers as bigint[]).reduce((product, power) => (product * power) % n, 1n % n);
}

/** OpenSSL's test. */
export const isPrime = (n: bigint) => n > 1n && checkPrimeSync(n);
