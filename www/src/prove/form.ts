// Reads the form of "Make a proof", and shows mistakes beside its fields.
import { byId } from '../dom.ts';
import type { Task } from './messages.ts';

/** A mistake in one field. `field` is the id of its input. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** @throws FieldError */
export function readTask(form: HTMLFormElement): Task {
  return {
    modulus: readModulus(form),
    scheme: textOf(form, 'scheme') === 'pietrzak' ? 'pietrzak' : 'wesolowski',
    iterations: readIterations(textOf(form, 'iterations')),
    seed: readSeed(textOf(form, 'seed')),
  };
}

export function textOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name)).trim();
}

/** @throws FieldError */
export function readModulus(form: HTMLFormElement): bigint | 'RSA-2048' {
  if (textOf(form, 'group') !== 'own') return 'RSA-2048';
  const digits = textOf(form, 'modulus').replace(/\s/g, '');
  if (!/^(\d+|0x[\da-f]+)$/i.test(digits)) throw new FieldError('modulus', 'Write it in decimal, or in hex after 0x.');
  return BigInt(digits);
}

/** Accepts `1048576`, `1,048,576` and `2^20`. @throws FieldError */
export function readIterations(text: string): number {
  const power = /^2\s*\^\s*(\d+)$/.exec(text)?.[1];
  const digits = text.replace(/[\s,]/g, '');
  const count = power ? 2 ** Number(power) : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(count) || count < 1)
    throw new FieldError('iterations', 'Write a whole number from 1 to 2^53 − 1, such as 1048576 or 2^20.');
  return count;
}

/** The same form as on the command line: text, or hex after `0x`. */
export function readSeed(text: string): Uint8Array {
  if (!/^0x/i.test(text)) return new TextEncoder().encode(text);
  const pairs = text.slice(2);
  if (!/^([\da-f]{2})*$/i.test(pairs)) throw new FieldError('seed', 'After 0x, write two hex digits for each byte.');
  return Uint8Array.from(pairs.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Shows the mistake beside its field, and focuses the field. */
export function showProblem({ field, message }: FieldError) {
  byId(`${field}-problem`).textContent = message;
  const input = byId<HTMLInputElement>(field);
  input.setAttribute('aria-invalid', 'true');
  const fold = input.closest('details');
  if (fold) fold.open = true;
  input.focus();
}

export function clearProblems(form: HTMLFormElement) {
  for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
