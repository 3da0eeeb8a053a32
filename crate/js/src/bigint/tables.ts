/** Lookup tables that a caller keeps: crate/wasm/src/powers/tables.rs, and the methods of crate/core/src/. */
import type { Handle } from '../border/wire.js';
import { type Integer, toBigint } from '../input/integers.js';
import { evaluate, type Factors, oddPowers, placeFactors } from './arithmetic.js';
import type { Functions } from './functions.js';
import { inverseOf } from './inverse.js';
import { asHandle, inverseOrRefusal, modulusOf, objectOf, residue, residueBytes } from './moduli.js';
import { Refused } from './refused.js';

/** The tables of one call. */
interface Kept {
  /**
   * The product of the powers of the bases, with an exponent from 0 on for each. @throws Refused, which names `index`
   */
  power: (exponents: readonly bigint[], index?: number) => bigint;
}

/** The window of a fixed base is as wide as it can be while its table stays below this size. */
const TABLE_BYTES = 2 ** 22;

/**
 * The widest window of a fixed base. WebAssembly has combs, whose tables are smaller; but their squarings cost BigInt
 * as much as products.
 */
const WIDEST = 6;

export const fixedBase: Functions['fixedBase'] = (given) => {
  const n = modulusOf(given.modulus);
  const base = residue(toBigint(given.base), n);
  const one = given.residues ? residues(base, given.exponentBits, n) : windowed(base, given.exponentBits, n);
  return asHandle<'Tables'>({ power: ([exponent], index) => one(exponent as bigint, index) } satisfies Kept);
};

/** The repeated squares of a base, up to the first that comes again (Prots'ko, Gryshchuk, section 3). */
function residues(base: bigint, exponentBits: number, n: bigint): (exponent: bigint, index?: number) => bigint {
  const places = new Map<bigint, number>();
  let next = base;
  while (places.size < exponentBits && !places.has(next)) {
    places.set(next, places.size);
    next = (next * next) % n;
  }
  const squares = [...places.keys()];
  const offset = places.get(next);
  return (exponent, index) => {
    const bits = exponent.toString(2);
    let product = 1n % n;
    for (let place = 0; place < bits.length; place++) {
      if (bits[bits.length - 1 - place] === '0') continue;
      const repeats = offset !== undefined && place >= offset;
      const at = repeats ? offset + ((place - offset) % (squares.length - offset)) : place;
      if (at >= squares.length) throw new Refused('argument', 'exponent', 'is longer than the table serves', index);
      product = (product * (squares[at] as bigint)) % n;
    }
    return product;
  };
}

/** The powers of a base for every digit at every place: a power takes one product for each digit. */
function windowed(base: bigint, exponentBits: number, n: bigint): (exponent: bigint) => bigint {
  const size = Math.floor(n.toString(2).length / 8) + 64;
  let window = WIDEST;
  while (window > 1 && Math.ceil(exponentBits / window) * (2 ** window - 1) * size > TABLE_BYTES) window--;
  const digits = 2 ** window;
  const places: bigint[][] = [];
  let next = base;
  for (let place = 0; place < exponentBits; place += window) {
    const powers = [1n % n];
    for (let digit = 1; digit <= digits; digit++) powers.push(((powers[digit - 1] as bigint) * next) % n);
    next = powers.pop() as bigint;
    places.push(powers);
  }
  return (exponent) => {
    const bits = exponent.toString(2);
    let product = 1n % n;
    for (let end = bits.length, place = 0; end > 0; end -= window, place++) {
      const digit = Number.parseInt(bits.slice(Math.max(end - window, 0), end), 2);
      if (digit > 0) product = (product * (places[place]?.[digit] as bigint)) % n;
    }
    return product;
  };
}

/** The power of a fixed base. @throws Refused, which names `index` */
export function powerOfTable(table: Handle<'Tables'>, given: Integer, n: bigint, index?: number): bigint {
  const exponent = toBigint(given);
  const power = objectOf<Kept>(table).power([exponent < 0n ? -exponent : exponent], index);
  return exponent < 0n ? inverseOrRefusal(power, n, 'base', index) : power;
}

export const tables: Functions['tables'] = ({ modulus, bases, window }) => {
  const n = modulusOf(modulus);
  const powers = bases.map((base) => oddPowers(residue(toBigint(base), n), window, n));
  const power: Kept['power'] = (exponents) => {
    const factors: Factors = [];
    exponents.forEach((exponent, i) => {
      placeFactors(factors, exponent, window, powers[i] as readonly bigint[]);
    });
    return evaluate(factors, n);
  };
  return asHandle<'Tables'>({ power } satisfies Kept);
};

export const tablesPow: Functions['tablesPow'] = (given) => {
  const n = modulusOf(given.modulus);
  const { power } = objectOf<Kept>(given.tables);
  const exponents = given.exponents.map(toBigint);
  // The powers with negative exponents divide, so they are a product of their own.
  const product = power(exponents.map((exponent) => (exponent > 0n ? exponent : 0n)));
  if (exponents.every((exponent) => exponent >= 0n)) return residueBytes(product, n);
  const divisor = power(exponents.map((exponent) => (exponent < 0n ? -exponent : 0n)));
  const inverse = inverseOf(divisor, n);
  if (inverse === undefined)
    throw new Refused('argument', 'exponents', 'must not be negative where a base has no inverse');
  return residueBytes((product * inverse) % n, n);
};
