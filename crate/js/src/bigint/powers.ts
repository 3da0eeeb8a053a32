/** Powers, products and inverses: crate/wasm/src/powers/arithmetic.rs has the same functions. */
import type { TableTerm } from '../border/powers-operations.generated.js';
import type { Term } from '../border/types.generated.js';
import type { ModulusArgument } from '../border/wire.js';
import { type Integer, toBigint } from '../input/integers.js';
import { multiPow as multiPowOf, type Power, pow as powOf, squareTimes } from './arithmetic.js';
import { inversesOf } from './inverse.js';
import { inverseOrRefusal, modulusOf, noInverse, residue, residueBytes } from './moduli.js';
import { powerOfTable } from './tables.js';

interface WithModulus {
  modulus: ModulusArgument;
}

/** The terms that share their squarings. With more of them the tables of long numbers would take too much memory. */
const TERMS_TOGETHER = 64;

export function pow({ modulus, base, exponent }: WithModulus & Term) {
  const n = modulusOf(modulus);
  return residueBytes(powOf(...power(base, exponent, n, 'base'), n), n);
}

export function multiPow({
  modulus,
  terms,
  tables,
}: WithModulus & { terms: readonly Term[]; tables: readonly TableTerm[] }) {
  const n = modulusOf(modulus);
  const powers = terms.map(({ base, exponent }, i) => power(base, exponent, n, 'terms', i));
  let product = 1n % n;
  for (let at = 0; at < powers.length; at += TERMS_TOGETHER)
    product = (product * multiPowOf(powers.slice(at, at + TERMS_TOGETHER), n)) % n;
  for (const [i, { table, exponent }] of tables.entries())
    product = (product * powerOfTable(table, exponent, n, i)) % n;
  return residueBytes(product, n);
}

/** A power whose exponent is not negative. */
function power(baseGiven: Integer, exponentGiven: Integer, n: bigint, name: string, index?: number): Power {
  const base = residue(toBigint(baseGiven), n);
  const exponent = toBigint(exponentGiven);
  return exponent < 0n ? [inverseOrRefusal(base, n, name, index), -exponent] : [base, exponent];
}

/** Each power by itself: BigInt's squarings take a small part of the time of its products. */
export function powers({ modulus, base, exponents }: WithModulus & { base: Integer; exponents: readonly Integer[] }) {
  const n = modulusOf(modulus);
  return exponents.map((exponent) => residueBytes(powOf(...power(base, exponent, n, 'base'), n), n));
}

export function product({ modulus, factors }: WithModulus & { factors: readonly Integer[] }) {
  const n = modulusOf(modulus);
  return residueBytes(
    factors.reduce<bigint>((product, factor) => residue(product * toBigint(factor), n), 1n % n),
    n,
  );
}

export function mul({ modulus, a, b }: WithModulus & { a: Integer; b: Integer }) {
  const n = modulusOf(modulus);
  return residueBytes(residue(residue(toBigint(a), n) * residue(toBigint(b), n), n), n);
}

export function inv({ modulus, a }: WithModulus & { a: Integer }) {
  const n = modulusOf(modulus);
  return residueBytes(inverseOrRefusal(residue(toBigint(a), n), n, 'a'), n);
}

export function invAll({ modulus, list }: WithModulus & { list: readonly Integer[] }) {
  const n = modulusOf(modulus);
  const inverses = inversesOf(
    list.map((a) => residue(toBigint(a), n)),
    n,
  );
  if (typeof inverses === 'number') throw noInverse('list', inverses);
  return inverses.map((inverse) => residueBytes(inverse, n));
}

export function square({ modulus, x, times }: WithModulus & { x: Integer; times: number }) {
  const n = modulusOf(modulus);
  return residueBytes(squareTimes(residue(toBigint(x), n), times, n), n);
}
