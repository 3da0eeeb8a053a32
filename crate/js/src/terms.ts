import { describe, type IntegerReader, type Term } from './integers.js';

/** A product of more powers than this is refused. */
const MOST_TERMS = 65536;

/** The checked list of `[base, exponent]` pairs. */
export function readTerms(value: unknown, integers: IntegerReader): Term[] {
  if (!Array.isArray(value))
    throw new TypeError(`terms: must be an array of [base, exponent] pairs, not ${describe(value)}`);
  if (value.length === 0) throw new RangeError('terms: must not be empty');
  if (value.length > MOST_TERMS) throw new RangeError(`terms: has more than ${MOST_TERMS} pairs`);
  return Array.from(value as unknown[], (pair, i) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new TypeError(`terms[${i}]: must be a [base, exponent] pair`);
    return integers.term(pair[0], pair[1], `terms[${i}][0]`, `terms[${i}][1]`);
  });
}
