// Checks fields that several forms have, by the rules of workshop/typed.js. The browser shows the reason against a
// text.
import { byId } from './dom.ts';
import { capitalize } from './format.ts';

export const textOf = (id: string) => byId<HTMLInputElement>(id).value.trim();

/**
 * The field is valid, as the browser sees it, where `read` reads its text. Text that a browser restores comes without
 * an event; a click in the form, also on its button by the key Enter, comes before the browser asks. Returns the
 * function that validates, for a field without a form.
 */
export function check(id: string, read: (text: string) => unknown): () => void {
  const field = byId<HTMLInputElement>(id);
  const validate = () => {
    field.setCustomValidity('');
    try {
      read(textOf(id));
    } catch (error) {
      field.setCustomValidity(`${capitalize((error as Error).message)}.`);
    }
  };
  field.addEventListener('input', validate);
  field.form?.addEventListener('click', validate);
  return validate;
}

/** Asks for a text that has more than blanks: an empty field says why nothing happens. */
export function isFilled(field: HTMLTextAreaElement, wanted: string): boolean {
  const isEmpty = field.value.trim() === '';
  field.setCustomValidity(isEmpty ? wanted : '');
  if (isEmpty) field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
  return field.reportValidity();
}
