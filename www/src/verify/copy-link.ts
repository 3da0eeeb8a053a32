// A button that copies a link to this page. The link carries a proof.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';

export function copyLinkButton(fragment: string, name: string): HTMLElement {
  const label = make('span', '', 'Copy link');
  const button = make('button', 'quiet', label, make('span', 'unseen', ` to ${name}`));
  button.type = 'button';
  button.addEventListener('click', async () => {
    const { href } = new URL(`#${fragment}`, location.href);
    try {
      await navigator.clipboard.writeText(href);
      label.textContent = 'Link copied';
      announce('Link copied.');
    } catch {
      // The browser has no clipboard or refuses it. Show the link, selected, so that the visitor can copy it.
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
