// Copies text to the clipboard, or shows it for the visitor to copy.
import { announce } from './announce.ts';
import { make } from './dom.ts';

/** Whether it was copied: then `done` is announced. Else `show` gets a field with the text, which is selected. */
export async function copy(text: string, done: string, show: (field: HTMLInputElement) => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${done}.`);
    return true;
  } catch {
    // The browser has no clipboard or refuses it.
    const field = make('input', 'link');
    field.readOnly = true;
    field.value = text;
    show(field);
    field.focus();
    field.select();
    return false;
  }
}
