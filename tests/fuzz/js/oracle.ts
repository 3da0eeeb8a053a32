// An oracle: the plainest arithmetic in BigInt.
import { nativePow } from '../../support/native.ts';
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

/** Strong tests to the first fifty bases, which no composite of the fuzzer passes by chance. */
export function isPrime(n: bigint): boolean {
  if (n < 2n) return false;
  let [d, s] = [n - 1n, 0];
  for (; d % 2n === 0n; s++) d /= 2n;
  for (let base = 2n; base < 52n; base++) {
    if (base % n === 0n) continue;
    let x = nativePow(base, d, n);
    if (x === 1n) continue;
    let i = 0;
    for (; i < s && x !== n - 1n; i++) x = (x * x) % n;
    if (i === s) return false;
  }
  return true;
}
