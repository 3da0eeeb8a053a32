/** Powers, products and inverses: crate/wasm/src/powers/arithmetic.rs has the same functions. */
import { bytesToBigint } from '../bytes.js';
import { toBigint } from '../input/integers.js';
import { multiPow as multiPowOf, pow as powOf, squareTimes } from './arithmetic.js';
import type { Functions } from './functions.js';
import { inverseOf, inversesOf } from './inverse.js';
import { inverseOrRefusal, keepModulus, modulusOf, noInverse, power, residue, residueBytes } from './moduli.js';
import { fixedBase, powerOfTable, tables, tablesPow } from './tables.js';

/** The terms that share their squarings. With more of them the tables of long numbers would take too much memory. */
const TERMS_TOGETHER = 64;

export const pow: Functions['pow'] = ({ modulus, base, exponent }) => {
  const n = modulusOf(modulus);
  return residueBytes(powOf(...power(base, exponent, n, 'base'), n), n);
};

export const multiPow: Functions['multiPow'] = ({ modulus, terms, tables }) => {
  const n = modulusOf(modulus);
  const powers = terms.map(({ base, exponent }, i) => power(base, exponent, n, 'terms', i));
  let product = 1n % n;
  for (let at = 0; at < powers.length; at += TERMS_TOGETHER)
    product = (product * multiPowOf(powers.slice(at, at + TERMS_TOGETHER), n)) % n;
  tables.forEach(({ table, exponent }, i) => {
    product = (product * powerOfTable(table, exponent, n, i)) % n;
  });
  return residueBytes(product, n);
};

/** Each power by itself: BigInt's squarings take a small part of the time of its products. */
export const powers: Functions['powers'] = ({ exponents, ...given }) =>
  exponents.map((exponent) => pow({ ...given, exponent }));

export const product: Functions['product'] = ({ modulus, factors }) => {
  const n = modulusOf(modulus);
  return residueBytes(
    factors.reduce<bigint>((product, factor) => residue(product * toBigint(factor), n), 1n % n),
    n,
  );
};

export const mul: Functions['mul'] = ({ modulus, a, b }) => {
  const n = modulusOf(modulus);
  return residueBytes(residue(residue(toBigint(a), n) * residue(toBigint(b), n), n), n);
};

export const inv: Functions['inv'] = ({ modulus, a }) => {
  const n = modulusOf(modulus);
  return residueBytes(inverseOrRefusal(residue(toBigint(a), n), n, 'a'), n);
};

export const invAll: Functions['invAll'] = ({ modulus, list }) => {
  const n = modulusOf(modulus);
  const residues = list.map((a) => residue(toBigint(a), n));
  const inverses = inversesOf(residues, n);
  if (!inverses) throw noInverse('list', firstWithoutInverse(residues, n));
  return inverses.map((inverse) => residueBytes(inverse, n));
};

/** The place of the first residue without an inverse: there is one. */
function firstWithoutInverse(list: readonly bigint[], n: bigint): number {
  if (list.length === 1) return 0;
  const middle = list.length >> 1;
  const half = list.slice(0, middle);
  const product = half.reduce((product, a) => (product * a) % n, 1n);
  return inverseOf(product, n) === undefined
    ? firstWithoutInverse(half, n)
    : middle + firstWithoutInverse(list.slice(middle), n);
}

export const areRootsOfUnity: Functions['areRootsOfUnity'] = ({ modulus, list, exponent }) => {
  const [n, e] = [modulusOf(modulus), bytesToBigint(exponent)];
  return list.map((x) => powOf(bytesToBigint(x), e, n) === 1n % n);
};

export const square: Functions['square'] = ({ modulus, x, times }) => {
  const n = modulusOf(modulus);
  return residueBytes(squareTimes(residue(toBigint(x), n), times, n), n);
};

/** The functions of the list `powers`, apart from secrets. */
export const functions = {
  pow,
  multiPow,
  powers,
  product,
  mul,
  inv,
  invAll,
  areRootsOfUnity,
  square,
  keepModulus,
  freeModulus() {},
  fixedBase,
  tables,
  tablesPow,
  freeTables() {},
} satisfies Partial<Functions>;
