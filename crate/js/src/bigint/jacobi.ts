/**
 * The Jacobi symbol from the quotients of Euclid's algorithm and the numbers modulo 4 (Möller, "Efficient computation of
 * the Jacobi symbol", 2019).
 */
import { euclid } from './inverse.js';

/** The Jacobi symbol (a/n) for 0 ≤ a < n, n odd. */
export function jacobi(a: bigint, n: bigint): -1 | 0 | 1 {
  /** r and s modulo 4. */
  let r = Number(n & 3n);
  let s = Number(a & 3n);
  /** The sign of (s/r) or (r/s), whichever has an odd denominator. It begins as (s/r). */
  let sign = 0;
  let isBelowR = true;

  /** (r, s) becomes (s, r − quotient·s). */
  const step = (quotient: number) => {
    if (isBelowR && s & 1) {
      // Reciprocity: (s/r) = −(r/s) if both are 3 modulo 4. Modulo s the difference is r.
      sign ^= (r & s) >> 1;
      isBelowR = false;
    } else if (isBelowR && s === 2) {
      // (s/r) and (s/(r − q·s)) differ for an odd q with q ≢ r modulo 4, and for q ≡ 2 modulo 4. For s ≡ 0 they are equal.
      sign ^= ((quotient & (r >> 1)) ^ (quotient >> 1)) & 1;
    }
    isBelowR = !isBelowR;
    const rest = (r - (quotient & 3) * s) & 3;
    r = s;
    s = rest;
  };

  if (euclid(n, a, undefined, step) !== 1n) return 0;
  return sign === 1 ? -1 : 1;
}
