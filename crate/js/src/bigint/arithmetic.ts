/**
 * Powers and products in native BigInt, by windows of odd digits (Menezes, van Oorschot, Vanstone, "Handbook of Applied
 * Cryptography", 14.85), in which all bases share the squarings (Möller, "Algorithms for multi-exponentiation", 2001).
 */
/** A factor of a product: base^exponent. Neither number is negative. */
export type Power = readonly [base: bigint, exponent: bigint];

/** Exponents below this fit in a `number` as a signed word, whose bits are read fastest. */
const ONE_WORD = 1n << 31n;

/** Below this, windows of four bits at fixed places take less time than to search for wider ones. */
const MIDDLING = 1n << 512n;

/** base^exponent mod n, for a base and an exponent from 0 on. */
export function pow(base: bigint, exponent: bigint, n: bigint): bigint {
  return shortPow(base, exponent, n) ?? multiPow([[base, exponent]], n);
}

/** As {@link pow}; undefined for an exponent that is not short. */
export function shortPow(base: bigint, exponent: bigint, n: bigint): bigint | undefined {
  if (exponent < ONE_WORD) return powOfWord(base % n, Number(exponent), n);
  return exponent < MIDDLING ? powByDigits(base % n, exponent, n) : undefined;
}

/** base^exponent · factor, for a power modulo n. */
export function powerTimes(base: bigint, exponent: bigint, factor: bigint, n: bigint): bigint {
  return pow(base, exponent, n) * factor;
}

/** The binary method, from left to right. */
function powOfWord(base: bigint, exponent: number, n: bigint): bigint {
  if (exponent === 0) return 1n % n;
  let power = base;
  for (let bit = (1 << (31 - Math.clz32(exponent))) >> 1; bit > 0; bit >>= 1) {
    power = (power * power) % n;
    if (exponent & bit) power = (power * base) % n;
  }
  return power;
}

/** The m-ary method with the digits of the exponent in base 16. */
function powByDigits(base: bigint, exponent: bigint, n: bigint): bigint {
  const powers = [1n % n, base];
  while (powers.length < 16) powers.push(((powers.at(-1) as bigint) * base) % n);
  const digits = exponent.toString(16);
  let power = powers[Number.parseInt(digits[0] as string, 16)] as bigint;
  for (let i = 1; i < digits.length; i++) {
    power = (power * power) % n;
    power = (power * power) % n;
    power = (power * power) % n;
    power = (power * power) % n;
    const digit = Number.parseInt(digits[i] as string, 16);
    if (digit) power = (power * (powers[digit] as bigint)) % n;
  }
  return power;
}

/** The product of the powers, modulo n. */
export function multiPow(terms: readonly Power[], n: bigint): bigint {
  const factors: Factors = [];
  for (const [base, exponent] of terms) {
    const window = bestWindow(exponent);
    placeFactors(factors, exponent, window, oddPowers(base, window, n));
  }
  return evaluate(factors, n);
}

/** The factors of a product by place: those at place i are squared i times. Each place has an entry. */
export type Factors<T = bigint> = (T[] | undefined)[];

/** Windows are at most this wide, so that the tables of long exponents stay small. */
const WIDEST = 8;

/** The window for which table and digits take the fewest products together. */
export function bestWindow(exponent: bigint): number {
  const bits = 4 * exponent.toString(16).length;
  let window = 1;
  while (window < WIDEST && bits > (window + 1) * (window + 2) * 2 ** (window - 1)) window++;
  return window;
}

/** base^1, base^3, … base^(2^window − 1). */
export function oddPowers(base: bigint, window: number, n: bigint): bigint[] {
  let power = base % n;
  const powers = [power];
  const square = window > 1 ? (power * power) % n : power;
  while (powers.length < 2 ** (window - 1)) {
    power = (power * square) % n;
    powers.push(power);
  }
  return powers;
}

/** Adds the factors of a power: one for each odd digit of the exponent, from the table of {@link oddPowers}. */
export function placeFactors<T>(factors: Factors<T>, exponent: bigint, window: number, powers: readonly T[]): void {
  const bits = exponent.toString(2);
  for (let end = bits.length; end > 0; ) {
    if (bits[end - 1] === '0') {
      end--;
      continue;
    }
    const place = bits.length - end;
    const digit = Number.parseInt(bits.slice(Math.max(end - window, 0), end), 2);
    while (factors.length <= place) factors.push(undefined);
    const factor = powers[digit >> 1] as T;
    const here = factors[place];
    if (here) here.push(factor);
    else factors[place] = [factor];
    end -= window;
  }
}

/** The product of all factors. */
export function evaluate(factors: Factors, n: bigint): bigint {
  let product = 1n % n;
  for (let place = factors.length - 1; place >= 0; place--) {
    product = (product * product) % n;
    for (const factor of factors[place] ?? []) product = (product * factor) % n;
  }
  return product;
}

/** x^(2^times), modulo n. */
export function squareTimes(x: bigint, times: number, n: bigint): bigint {
  let power = x % n;
  for (let i = 0; i < times; i++) {
    const next = (power * power) % n;
    if (next === power) break; // as modulo a power of two, soon
    power = next;
  }
  return power;
}
