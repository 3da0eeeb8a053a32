import { describe, type Integer, type IntegerReader, type Term } from './integers.js';

/** More powers or bases than this are refused. */
const MOST_TERMS = 65536;

/** The checked list of `[base, exponent]` pairs. */
export function readTerms(value: unknown, integers: IntegerReader): Term[] {
  return readList(value, 'terms', '[base, exponent] pairs').map((pair, i) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new TypeError(`terms[${i}]: must be a [base, exponent] pair`);
    return integers.term(pair[0], pair[1], `terms[${i}][0]`, `terms[${i}][1]`);
  });
}

/** The checked list of bases. */
export function readBases(value: unknown, integers: IntegerReader): Integer[] {
  return readList(value, 'bases', 'integers').map((base, i) => integers.base(base, `bases[${i}]`));
}

/** The checked list of exponents, one a base. */
export function readExponents(value: unknown, count: number, integers: IntegerReader): Integer[] {
  if (!Array.isArray(value)) throw new TypeError(`exponents: must be an array of integers, not ${describe(value)}`);
  if (value.length !== count) throw new RangeError(`exponents: must be ${count}, as many as the bases`);
  return Array.from(value, (exponent, i) => integers.exponent(exponent, `exponents[${i}]`));
}

function readList(value: unknown, name: string, content: string): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name}: must be an array of ${content}, not ${describe(value)}`);
  if (value.length === 0) throw new RangeError(`${name}: must not be empty`);
  if (value.length > MOST_TERMS) throw new RangeError(`${name}: has more than ${MOST_TERMS} ${content}`);
  // Holes count too.
  return Array.from(value as unknown[]);
}
