// A button that copies a link to this page that carries a proof.
import { make } from '../dom.ts';
import { announce } from '../log.ts';

export function copyButton(fragment: string, name: string): HTMLElement {
  const words = make('span', '', 'Copy link');
  const button = make('button', 'quiet', words, make('span', 'unseen', ` to ${name}`));
  button.type = 'button';
  button.addEventListener('click', async () => {
    const { href } = new URL(`#${fragment}`, location.href);
    try {
      await navigator.clipboard.writeText(href);
      words.textContent = 'Link copied';
      announce('Link copied.');
    } catch {
      // Not allowed, or there is no clipboard: the visitor copies it.
      const field = make('input', 'link');
      field.readOnly = true;
      field.value = href;
      field.setAttribute('aria-label', `Link to ${name}, to copy`);
      button.replaceWith(field);
      field.focus();
      field.select();
    }
  });
  return button;
}
