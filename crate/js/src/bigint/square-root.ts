/**
 * Square roots modulo a prime: by one power modulo a number that is 3 modulo 4 or 5 modulo 8 (Atkin), else by the
 * algorithm of Tonelli and Shanks (Cohen, "A Course in Computational Algebraic Number Theory", algorithm 1.5.1), or by
 * Cipolla's where 2 divides p − 1 often.
 */
import { jacobi } from './jacobi.js';

/** What the algorithms need of a modulus. */
export interface Field {
  pow(x: bigint, e: bigint): bigint;
  isPrime(): boolean;
}

/**
 * How many small numbers are tried for a non-residue, before the modulus is tested: each is one with probability 1/2.
 */
const TRIED = 64n;

/** The smaller square root of a residue; undefined if it has none. @throws RangeError if p is found to be composite */
export function squareRoot(a: bigint, p: bigint, field: Field): bigint | undefined {
  if (p === 2n) return a;
  if (p < 3n || p % 2n === 0n) throw noPrime();
  if (a === 0n) return 0n;
  const symbol = jacobi(a, p);
  if (symbol === 0) throw noPrime();
  if (symbol < 0) return undefined;
  const root = rootOf(a, p, field);
  if ((root * root) % p !== a) throw noPrime();
  return root < p - root ? root : p - root;
}

function noPrime(): RangeError {
  return new RangeError('modulus: must be a prime');
}

function rootOf(a: bigint, p: bigint, field: Field): bigint {
  if (p % 4n === 3n) return field.pow(a, (p + 1n) / 4n);
  if (p % 8n === 5n) {
    const b = field.pow(2n * a, (p - 5n) / 8n);
    const i = (2n * a * ((b * b) % p)) % p;
    return (((a * b) % p) * (i + p - 1n)) % p;
  }
  let [s, odd] = [0, p - 1n];
  for (; odd % 2n === 0n; odd /= 2n) s++;
  // Tonelli and Shanks take about s²/4 products, Cipolla about 6 for each bit.
  const bits = 4 * p.toString(16).length;
  return s * s > 24 * bits ? cipolla(a, p, field) : tonelliShanks(a, p, s, odd, field);
}

/** The least number from 1 on that `symbolOf` finds −1 for. */
function nonResidue({ isPrime }: Field, symbolOf: (x: bigint) => number): bigint {
  for (let x = 1n; ; x++) {
    const symbol = symbolOf(x);
    if (symbol < 0) return x;
    // Modulo a square there is none.
    if (x === TRIED && !isPrime()) throw noPrime();
  }
}

function tonelliShanks(a: bigint, p: bigint, s: number, odd: bigint, field: Field): bigint {
  const z = nonResidue(field, (x) => jacobi(x % p, p));
  let y = field.pow(z, odd);
  let exponent = s;
  const power = field.pow(a, (odd - 1n) / 2n);
  let root = (a * power) % p;
  let rest = (root * power) % p; // root² = a·rest
  while (rest !== 1n) {
    let [order, square] = [0, rest];
    while (square !== 1n) {
      square = (square * square) % p;
      if (++order === exponent) throw noPrime();
    }
    for (let i = exponent - order - 1; i > 0; i--) y = (y * y) % p;
    root = (root * y) % p;
    y = (y * y) % p;
    rest = (rest * y) % p;
    exponent = order;
  }
  return root;
}

/** (t + √w)^((p + 1)/2) for a non-residue w = t² − a. */
function cipolla(a: bigint, p: bigint, field: Field): bigint {
  const norm = (t: bigint) => (((t * t - a) % p) + p) % p;
  const t = nonResidue(field, (x) => jacobi(norm(x), p));
  const w = norm(t);
  let [x, y] = [1n, 0n];
  for (const bit of ((p + 1n) / 2n).toString(2)) {
    [x, y] = [(x * x + w * ((y * y) % p)) % p, (2n * x * y) % p];
    if (bit === '1') [x, y] = [(x * t + w * y) % p, (x + t * y) % p];
  }
  return x;
}
