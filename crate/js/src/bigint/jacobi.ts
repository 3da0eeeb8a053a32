/**
 * The Jacobi symbol from the quotients of Euclid's algorithm and the numbers modulo 4 (Möller, "Efficient computation
 * of the Jacobi symbol", 2019).
 */
import { euclid, type Watch } from './inverse.js';

/** The Jacobi symbol (a/n) for 0 ≤ a < n, n odd. */
export function jacobi(a: bigint, n: bigint): -1 | 0 | 1 {
  const signs = new Signs(Number(n & 3n), Number(a & 3n));
  if (euclid(n, a, undefined, signs) !== 1n) return 0;
  return signs.isNegative ? -1 : 1;
}

/** The sign of (s/r) or (r/s), whichever has an odd denominator. It begins as (s/r). */
class Signs implements Watch {
  /** r and s modulo 4. */
  #r: number;
  #s: number;
  #sign = 0;
  #isBelowR = true;

  constructor(r: number, s: number) {
    this.#r = r;
    this.#s = s;
  }

  get isNegative(): boolean {
    return this.#sign === 1;
  }

  /** (r, s) becomes (s, r − quotient·s). */
  step(quotient: number): void {
    const [r, s] = [this.#r, this.#s];
    if (this.#isBelowR && s & 1) {
      // Reciprocity: (s/r) = −(r/s) if both are 3 modulo 4. Modulo s the difference is r.
      this.#sign ^= (r & s) >> 1;
      this.#isBelowR = false;
    } else if (this.#isBelowR && s === 2) {
      // (s/r) and (s/(r − q·s)) differ for an odd q with q ≢ r modulo 4, and for q ≡ 2 modulo 4. For s ≡ 0 they are
      // equal.
      this.#sign ^= ((quotient & (r >> 1)) ^ (quotient >> 1)) & 1;
    }
    this.#isBelowR = !this.#isBelowR;
    this.#r = s;
    this.#s = (r - (quotient & 3) * s) & 3;
  }
}
