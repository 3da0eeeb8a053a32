// Buttons that copy text to the clipboard, or show it for the visitor to copy.
import { announce } from './announce.ts';
import { make } from './dom.ts';

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

/**
 * `of` is what a screen reader adds to `label`. The button takes `done` for its label for a while once it has copied;
 * one that is an icon shows marks in place of both words.
 */
export function copyButton(
  label: string,
  of: string,
  done: string,
  text: () => string,
  isIcon = false,
): HTMLButtonElement {
  const word = make('span', isIcon ? 'unseen' : '', label);
  const button = make('button', isIcon ? 'quiet icon' : 'quiet', word, make('span', 'unseen', ` ${of}`));
  button.type = 'button';
  if (isIcon) button.title = `${label} ${of}`;
  button.addEventListener('click', async () => {
    const isCopied = await copy(text(), done, (field) => {
      field.setAttribute('aria-label', `${label} ${of}`);
      button.replaceWith(field);
    });
    if (!isCopied) return;
    word.textContent = done;
    button.classList.add('done');
    const over = new AbortController();
    const again = () => {
      over.abort();
      word.textContent = label;
      button.classList.remove('done');
    };
    setTimeout(again, COPIED_MS);
    // After an input the text is no longer the copied one.
    document.addEventListener('input', again, { signal: over.signal });
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
