// Reads the seed and the number of squarings that the visitor expects of a proof.
import { byId } from '../dom.ts';
import { FieldError, readIterations, readSeed } from '../fields.ts';
import type { Expected } from './messages.ts';

/** Undefined if the fields are empty; null, and the browser shows it, if one has a mistake. */
export function readExpected(): Expected | undefined | null {
  const expected: Expected = {};
  for (const [name, read] of [
    ['seed', (text: string) => (expected.seed = readSeed(text))],
    ['iterations', (text: string) => (expected.iterations = readIterations(text))],
  ] as const) {
    const field = byId<HTMLInputElement>(`expected-${name}`);
    field.setCustomValidity('');
    try {
      if (field.value.trim()) read(field.value.trim());
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      field.setCustomValidity(error.message);
      field.reportValidity();
      return null;
    }
  }
  return Object.keys(expected).length ? expected : undefined;
}
