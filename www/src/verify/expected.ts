// Reads the seed and the number of squarings that the visitor expects of a proof.
import { readIterations, readSeed } from '../../../workshop/typed.js';
import { byId } from '../dom.ts';
import { check, textOf } from '../fields.ts';
import type { Expected } from './messages.ts';

const SEED = 'expected-seed';
const ITERATIONS = 'expected-iterations';

const validations = [check(SEED, readSeed), check(ITERATIONS, (text) => text && readIterations(text))];

/** Undefined if the fields are empty; null, and the browser shows it, if one has a mistake. */
export function readExpected(): Expected | undefined | null {
  for (const validate of validations) validate();
  if (![SEED, ITERATIONS].every((id) => byId<HTMLInputElement>(id).reportValidity())) return null;
  const [seed, iterations] = [textOf(SEED), textOf(ITERATIONS)];
  if (!seed && !iterations) return undefined;
  return { ...(seed && { seed: readSeed(seed) }), ...(iterations && { iterations: readIterations(iterations) }) };
}
