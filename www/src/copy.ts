// Buttons that copy text to the clipboard, or show it for the visitor to copy.
import { announce } from './announce.ts';
import { make } from './dom.ts';

/** `of` is what a screen reader adds to `label`. The button takes `done` for its label once it has copied. */
export function copyButton(label: string, of: string, done: string, text: () => string): HTMLButtonElement {
  const word = make('span', '', label);
  const button = make('button', 'quiet', word, make('span', 'unseen', ` ${of}`));
  button.type = 'button';
  button.addEventListener('click', async () => {
    const isCopied = await copy(text(), done, (field) => {
      field.setAttribute('aria-label', `${label} ${of}`);
      button.replaceWith(field);
    });
    if (isCopied) word.textContent = done;
  });
  return button;
}

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
