/** Powers, products and inverses: crate/wasm/src/powers/arithmetic.rs has the same functions. */
import type { Term } from '../border/types.generated.js';
import type { ModulusArgument } from '../border/wire.js';
import { type Integer, toBigint } from '../input/integers.js';
import { multiPow as multiPowOf, type Power, pow as powOf, squareTimes } from './arithmetic.js';
import { inverseOf } from './inverse.js';
import { modulusOf, residue, residueBytes } from './moduli.js';
import { Refused } from './refused.js';

interface WithModulus {
  modulus: ModulusArgument;
}

/** The terms that share their squarings. With more of them the tables of long numbers would take too much memory. */
const TERMS_TOGETHER = 64;

const NO_INVERSE = 'has no inverse modulo the modulus';

/** The inverse of a residue. @throws Refused if it has none; `name` is the argument. */
export function inverseOrRefusal(a: bigint, n: bigint, name: string, index?: number): bigint {
  const inverse = inverseOf(a, n);
  if (inverse === undefined) throw new Refused('argument', name, NO_INVERSE, index);
  return inverse;
}

export function pow({ modulus, base, exponent }: WithModulus & Term) {
  const n = modulusOf(modulus);
  return residueBytes(powOf(...power(base, exponent, n, 'base'), n), n);
}

export function multiPow({ modulus, terms }: WithModulus & { terms: readonly Term[] }) {
  const n = modulusOf(modulus);
  const powers = terms.map(({ base, exponent }, i) => power(base, exponent, n, 'terms', i));
  let product = 1n % n;
  for (let at = 0; at < powers.length; at += TERMS_TOGETHER)
    product = (product * multiPowOf(powers.slice(at, at + TERMS_TOGETHER), n)) % n;
  return residueBytes(product, n);
}

/** A power whose exponent is not negative. */
function power(baseGiven: Integer, exponentGiven: Integer, n: bigint, name: string, index?: number): Power {
  const base = residue(toBigint(baseGiven), n);
  const exponent = toBigint(exponentGiven);
  return exponent < 0n ? [inverseOrRefusal(base, n, name, index), -exponent] : [base, exponent];
}

export function mul({ modulus, a, b }: WithModulus & { a: Integer; b: Integer }) {
  const n = modulusOf(modulus);
  return residueBytes(residue(residue(toBigint(a), n) * residue(toBigint(b), n), n), n);
}

export function inv({ modulus, a }: WithModulus & { a: Integer }) {
  const n = modulusOf(modulus);
  return residueBytes(inverseOrRefusal(residue(toBigint(a), n), n, 'a'), n);
}

export function square({ modulus, x, times }: WithModulus & { x: Integer; times: number }) {
  const n = modulusOf(modulus);
  return residueBytes(squareTimes(residue(toBigint(x), n), times, n), n);
}
