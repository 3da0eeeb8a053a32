// The button that copies the command of installation.
import { copy } from './copy.ts';
import { byId } from './dom.ts';

export function startInstall() {
  const button = byId('copy-install');
  button.addEventListener('click', async () => {
    const isCopied = await copy('npm install powmod', 'Command copied', (field) => {
      field.setAttribute('aria-label', 'The command, to copy');
      button.replaceWith(field);
    });
    if (isCopied) button.textContent = 'Copied';
  });
}
