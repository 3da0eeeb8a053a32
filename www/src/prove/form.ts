// Reads the form of "Make a proof", and shows mistakes beside its fields.
import { byId } from '../dom.ts';
import { type FieldError, readIterations, readSeed } from '../fields.ts';
import type { Task } from './messages.ts';

/** @throws FieldError */
export function readTask(form: HTMLFormElement): Task {
  return {
    modulus: 'RSA-2048',
    scheme: textOf(form, 'scheme') === 'pietrzak' ? 'pietrzak' : 'wesolowski',
    iterations: readIterations(textOf(form, 'iterations')),
    seed: readSeed(textOf(form, 'seed')),
  };
}

export function textOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name)).trim();
}

/** Shows the mistake beside its field, and focuses the field. */
export function showProblem({ field, message }: FieldError) {
  byId(`${field}-problem`).textContent = message;
  const input = byId<HTMLInputElement>(field);
  input.setAttribute('aria-invalid', 'true');
  input.focus();
}

export function clearProblems(form: HTMLFormElement) {
  for (const problem of form.querySelectorAll('.problem')) problem.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
