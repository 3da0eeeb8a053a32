import type { Integer, IntegerReader, Term } from './integers.js';
import { isArray, readArray, reading } from './reading.js';

/** More powers or bases than this are refused. */
const MOST_TERMS = 65536;

/** The checked list of `[base, exponent]` pairs. */
export function readTerms(value: unknown, integers: IntegerReader): Term[] {
  const pairs = readList(value, 'terms', '[base, exponent] pairs').map((pair, i) => readPair(pair, `terms[${i}]`));
  return pairs.map(([base, exponent], i) => integers.term(base, exponent, `terms[${i}][0]`, `terms[${i}][1]`));
}

/** The checked list of bases. */
export function readBases(value: unknown, integers: IntegerReader): Integer[] {
  return readList(value, 'bases', 'integers').map((base, i) => integers.base(base, `bases[${i}]`));
}

/** The checked list of exponents, one a base. */
export function readExponents(value: unknown, count: number, integers: IntegerReader): Integer[] {
  const list = readArray(value, 'exponents', 'integers', MOST_TERMS);
  if (list.length !== count) throw new RangeError(`exponents: must be ${count}, as many as the bases`);
  return list.map((exponent, i) => integers.exponent(exponent, `exponents[${i}]`));
}

function readPair(pair: unknown, name: string): unknown[] {
  const values = isArray(pair) && reading(name, () => pair.length === 2 && [pair[0], pair[1]]);
  if (!values) throw new TypeError(`${name}: must be a [base, exponent] pair`);
  return values;
}

function readList(value: unknown, name: string, content: string): unknown[] {
  const list = readArray(value, name, content, MOST_TERMS);
  if (list.length === 0) throw new RangeError(`${name}: must not be empty`);
  return list;
}
