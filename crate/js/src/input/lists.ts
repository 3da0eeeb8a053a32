import type { PublicName } from '../border/refusal.js';
import type { Term } from '../border/types.generated.js';
import type { Integer, IntegerReader } from './integers.js';
import { isArray, readArray, tryReading } from './reading.js';

/** The most powers or bases in one call. */
const MAX_TERMS = 65536;

/** The checked list of `[base, exponent]` pairs. */
export function readTerms(value: unknown, integers: IntegerReader): Term[] {
  return readPairs(value).map(([base, exponent], i) => ({
    base: integers.base(base, `terms[${i}][0]`),
    exponent: integers.exponent(exponent, `terms[${i}][1]`),
  }));
}

/** The list of `[base, exponent]` pairs, whose parts are not checked yet. */
export function readPairs(value: unknown): unknown[][] {
  return readList(value, 'terms', '[base, exponent] pairs').map((pair, i) => readEntry(pair, `terms[${i}]`));
}

/** The public name of a base of {@link readTerms}: wasm names the term by its index. */
export const nameOfTerm: PublicName = (field, index) => (index === undefined ? field : `${field}[${index}][0]`);

/** The checked terms of `x^a · y^b`. */
export function readPair(x: unknown, a: unknown, y: unknown, b: unknown, integers: IntegerReader): Term[] {
  return [
    { base: integers.base(x, 'x'), exponent: integers.exponent(a, 'a') },
    { base: integers.base(y, 'y'), exponent: integers.exponent(b, 'b') },
  ];
}

/** The public name of a base of {@link readPair}. */
export const nameOfPair: PublicName = (field, index) => (index === undefined ? field : index === 0 ? 'x' : 'y');

/** The checked list of bases or of factors. */
export function readBases(value: unknown, name: 'bases' | 'factors', integers: IntegerReader): Integer[] {
  return readList(value, name, 'integers').map((base, i) => integers.base(base, `${name}[${i}]`));
}

/**
 * The arguments of `modPowAll`. The list may be empty, and its entries are read later. Bases are followed by an exponent,
 * the modulus and the options; `[base, exponent]` pairs by the modulus and the options.
 */
export function readPowers(list: unknown, rest: readonly unknown[]) {
  // An empty list does not tell which form it is, but the second argument behind it does: a modulus, or options.
  const [, second] = rest;
  const mayBeOptions = second === undefined || (typeof second === 'object' && !ArrayBuffer.isView(second));
  const [name, content] = mayBeOptions ? ['terms', '[base, exponent] pairs'] : ['bases', 'integers'];
  const values = readArray(list, name, content, MAX_TERMS);
  const isOfPairs = values.length > 0 ? isArray(values[0]) : mayBeOptions;
  const [exponent, modulus, options] = isOfPairs ? [undefined, ...rest] : rest;
  const read = (i: number): PowerParts => {
    if (!isOfPairs) return { parts: [values[i], exponent], names: [`bases[${i}]`, 'exponent'] };
    const [base, own] = readEntry(values[i], `terms[${i}]`);
    return { parts: [base, own], names: [`terms[${i}][0]`, `terms[${i}][1]`] };
  };
  return { count: values.length, read, modulus, options };
}

/** A base and an exponent, not checked yet, and their names in errors. */
export interface PowerParts {
  parts: readonly [base: unknown, exponent: unknown];
  names: readonly [base: string, exponent: string];
}

/** The checked list of exponents, one for each of `count` bases, or any number from 1 on. */
export function readExponents(value: unknown, integers: IntegerReader, count?: number): Integer[] {
  const list =
    count === undefined
      ? readList(value, 'exponents', 'integers')
      : readArray(value, 'exponents', 'integers', MAX_TERMS);
  if (list.length !== (count ?? list.length)) throw new RangeError(`exponents: must be ${count}, as many as the bases`);
  return list.map((exponent, i) => integers.exponent(exponent, `exponents[${i}]`));
}

/** A list of numbers, which may be empty. Its entries are read later. */
export function readNumbers(value: unknown, integers: IntegerReader) {
  const values = readArray(value, 'list', 'integers', MAX_TERMS);
  return { count: values.length, read: (i: number): Integer => integers.base(values[i], `list[${i}]`) };
}

function readEntry(pair: unknown, name: string): unknown[] {
  const values = isArray(pair) && tryReading(name, () => pair.length === 2 && [pair[0], pair[1]]);
  if (!values) throw new TypeError(`${name}: must be a [base, exponent] pair`);
  return values;
}

function readList(value: unknown, name: string, content: string): unknown[] {
  const list = readArray(value, name, content, MAX_TERMS);
  if (list.length === 0) throw new RangeError(`${name}: must not be empty`);
  return list;
}
