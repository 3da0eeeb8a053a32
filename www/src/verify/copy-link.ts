// A button that copies a link to this page. The link carries a proof.
import { copy } from '../copy.ts';
import { make } from '../dom.ts';

const DONE = 'Link copied';

export function copyLinkButton(fragment: string, name: string): HTMLElement {
  const label = make('span', '', 'Copy link');
  const button = make('button', 'quiet', label, make('span', 'unseen', ` to ${name}`));
  button.type = 'button';
  button.addEventListener('click', async () => {
    const { href } = new URL(`#${fragment}`, location.href);
    const isCopied = await copy(href, DONE, (field) => {
      field.setAttribute('aria-label', `Link to ${name}, to copy`);
      button.replaceWith(field);
    });
    if (isCopied) label.textContent = DONE;
  });
  return button;
}
