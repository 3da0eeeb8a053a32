/**
 * Inverses by Lehmer's method (Knuth, "The Art of Computer Programming", volume 2, section 4.5.2, algorithm L, with the
 * condition of Collins): the leading bits give many quotients of Euclid's algorithm at once, in plain numbers. So the
 * long numbers are multiplied about once for 25 bits, and not once for each quotient.
 */

/** The leading bits that are looked at. Sums of these and a cofactor stay exact in a `number`, and so do quotients. */
const LEADING = 52;

/** A `number` holds this many bits without overflow. */
const NUMBER_BITS = 1000;

/** Sees each step of Euclid's algorithm, in which (r, s) becomes (s, r − quotient·s). */
export interface Watch {
  /** Takes the quotient, or a number that is congruent to the quotient modulo 4. */
  step(quotient: number): void;
}

/** The inverse of a residue a modulo n; undefined if there is none. The invariant is a·x ≡ r and a·y ≡ s mod n. */
export function inverseOf(a: bigint, n: bigint): bigint | undefined {
  let x = 0n;
  let y = 1n;
  const gcd = euclid(n, a, (a, b, c, d) => {
    [x, y] = [a * x + b * y, c * x + d * y];
  });
  if (gcd !== 1n) return undefined;
  const inverse = x % n;
  return inverse < 0n ? inverse + n : inverse;
}

/**
 * The inverses of residues modulo n, by one inverse and three products for each (Montgomery's trick); undefined if one
 * has none.
 */
export function inversesOf(list: readonly bigint[], n: bigint): bigint[] | undefined {
  const before = [1n % n];
  for (const a of list) before.push(((before.at(-1) as bigint) * a) % n);
  let inverse = inverseOf(before.at(-1) as bigint, n);
  if (inverse === undefined) return undefined;
  const inverses: bigint[] = [];
  for (let i = list.length - 1; i >= 0; i--) {
    inverses.push((inverse * (before[i] as bigint)) % n);
    inverse = (inverse * (list[i] as bigint)) % n;
  }
  return inverses.reverse();
}

/**
 * The greatest common divisor of r > s ≥ 0. A round does several steps. `combine` gets its cofactors: the round has
 * made (a·r + b·s, c·r + d·s) of (r, s).
 */
export function euclid(
  r: bigint,
  s: bigint,
  combine: ((a: bigint, b: bigint, c: bigint, d: bigint) => void) | undefined,
  watch?: Watch,
): bigint {
  let bits = r >> BigInt(NUMBER_BITS) ? 4 * r.toString(16).length : NUMBER_BITS;
  while (s !== 0n) {
    bits = lengthBelow(r, bits);
    const shift = BigInt(Math.max(bits - LEADING, 0));
    const [A, B, C, D] = cofactors(Number(r >> shift), Number(s >> shift), shift === 0n, watch);
    if (B === 0) {
      const quotient = r / s;
      watch?.step(Number(quotient & 3n));
      [r, s] = [s, r - quotient * s];
      combine?.(0n, 1n, 1n, -quotient);
    } else {
      const [a, b, c, d] = [BigInt(A), BigInt(B), BigInt(C), BigInt(D)];
      [r, s] = [a * r + b * s, c * r + d * s];
      combine?.(a, b, c, d);
    }
  }
  return r;
}

/** The cofactors after all quotients that the leading bits decide; if these are all bits, after all quotients. */
function cofactors(
  r: number,
  s: number,
  isWhole: boolean,
  watch: Watch | undefined,
): [a: number, b: number, c: number, d: number] {
  let a = 1;
  let b = 0;
  let c = 0;
  let d = 1;
  while (isWhole ? s !== 0 : s + c !== 0 && s + d !== 0) {
    const quotient = Math.floor(isWhole ? r / s : (r + a) / (s + c));
    if (!isWhole && quotient !== Math.floor((r + b) / (s + d))) break;
    watch?.step(quotient);
    // Written out: not every engine swaps by destructuring without making arrays.
    const rest = r - quotient * s;
    r = s;
    s = rest;
    const nextC = a - quotient * c;
    a = c;
    c = nextC;
    const nextD = b - quotient * d;
    b = d;
    d = nextD;
  }
  return [a, b, c, d];
}

/** The length of a positive x in bits, or one more. It is at most `most`. */
function lengthBelow(x: bigint, most: number): number {
  let length = most;
  for (;;) {
    const skipped = Math.max(length - NUMBER_BITS, 0);
    const top = Number(skipped ? x >> BigInt(skipped) : x);
    if (top > 0) return skipped + Math.floor(Math.log2(top)) + 1;
    length = skipped;
  }
}
