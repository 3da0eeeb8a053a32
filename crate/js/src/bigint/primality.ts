/**
 * The Baillie–PSW primality test: trial division, a strong test to base 2, and a strong Lucas test with Selfridge's
 * parameters (Baillie, Wagstaff, "Lucas pseudoprimes", 1980, method A).
 */
import { factorGroups, factorIn, type PrimeGroup } from './small-primes.js';

/** The bound of trial division. In a cold process larger primes cost more than they save. */
const TRIAL_BOUND = 512;

let groups: PrimeGroup[] | undefined;

/** True for every prime, and for no known composite number. */
export function isProbablePrime(n: bigint): boolean {
  if (n < 2n) return false;
  if (n % 2n === 0n) return n === 2n;
  groups ??= factorGroups(TRIAL_BOUND);
  const factor = factorIn(groups, n);
  if (factor !== undefined) return n === BigInt(factor);
  return n < TRIAL_BOUND ** 2 || passesStrongTests(n);
}

/** Both strong tests of an odd n without small factors. */
export function passesStrongTests(n: bigint): boolean {
  return isStrongToBase2(n) && isStrongLucas(n);
}

/** 2^e mod n, by the digits of e: a power of two is multiplied by shifting. */
export function powerOfTwo(e: bigint, n: bigint): bigint {
  let power = 1n;
  for (const digit of e.toString(16)) {
    for (let i = 0; i < 4; i++) power = (power * power) % n;
    power <<= BigInt(`0x${digit}`);
  }
  return power % n;
}

/** The strong test to base 2 of an odd n above 2. */
export function isStrongToBase2(n: bigint): boolean {
  return isStrongBy((odd) => powerOfTwo(odd, n), n);
}

/** The strong test of an odd n above 2, by a function that raises the base to an odd exponent modulo n. */
export function isStrongBy(powerOf: (odd: bigint) => bigint, n: bigint): boolean {
  const [odd, twos] = withoutTwos(n - 1n);
  let x = powerOf(odd);
  if (x === 1n) return true;
  for (let i = 1; x !== n - 1n; i++) {
    if (i >= twos) return false;
    x = (x * x) % n;
  }
  return true;
}

/**
 * The strong Lucas test of an odd n without small factors, by the chain of `crate/core/src/primality/lucas.rs`, which
 * has the proof: with A = 1/Q − 2, W_0 = 2 and W_1 = A, W_(2k) = W_k² − 2 and W_(2k+1) = W_k·W_(k+1) − A.
 */
export function isStrongLucas(n: bigint): boolean {
  if (isSquare(n)) return false; // No D has (D/n) = −1.
  // D = 5, −7, 9, −11, … By reciprocity (D/n) is (n/|D|) for these.
  let size = 5;
  let symbol = 0;
  for (; ; size += 2) {
    symbol = jacobi(Number(n % BigInt(size)), size);
    if (symbol !== 1) break;
  }
  const q = BigInt(size % 4 === 1 ? 1 - size : 1 + size) / 4n;
  // 1/Q = (1 + i·n)/Q for the i that makes this whole. Without such an i, n and Q have a common factor.
  let numerator = 1n;
  while (numerator % q !== 0n && numerator < n * BigInt(size)) numerator += n;
  if (symbol === 0 || numerator % q !== 0n) return false;
  const a = numerator / q - 2n;

  const [odd, twos] = withoutTwos(n + 1n);
  let [w, next] = [2n, a];
  for (const bit of odd.toString(2)) {
    const between = (w * next - a) % n;
    [w, next] = bit === '1' ? [between, (next * next - 2n) % n] : [(w * w - 2n) % n, between];
  }
  const isCongruent = (x: bigint, y: bigint) => (x - y) % n === 0n;
  if (isCongruent(w, 2n) && isCongruent(next, a)) return true;
  if (isCongruent(w, -2n) && isCongruent(next, -a)) return true;
  for (let i = 1; i < twos; i++) {
    if (w === 0n) return true;
    w = (w * w - 2n) % n;
  }
  return false;
}

/** [d, s] with n = d·2^s and odd d. */
function withoutTwos(n: bigint): [odd: bigint, twos: number] {
  const bits = n.toString(2);
  const twos = bits.length - 1 - bits.lastIndexOf('1');
  return [n >> BigInt(twos), twos];
}

/** The Jacobi symbol (a/n) for odd n. */
function jacobi(a: number, n: number): number {
  let sign = 1;
  while (a !== 0) {
    for (; a % 2 === 0; a /= 2) if (n % 8 === 3 || n % 8 === 5) sign = -sign;
    if (a % 4 === 3 && n % 4 === 3) sign = -sign;
    [a, n] = [n % a, a];
  }
  return n === 1 ? sign : 0;
}

/** Whether n is a square, by Newton's iteration from above. */
export function isSquare(n: bigint): boolean {
  let root = 1n << BigInt(2 * n.toString(16).length);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root * root === n;
    root = next;
  }
}
