// The visitor's own files: dropped anywhere on the page, or chosen by a button.
import { byId } from '../dom.ts';
import type { Verifier } from './client.ts';
import { pending, show } from './result.ts';

export function startPicker(verifier: Verifier) {
  const results = byId('results');
  const input = byId<HTMLInputElement>('files');
  const zone = byId('drop');

  const verify = (files: Iterable<File>) => {
    const items: HTMLLIElement[] = [];
    for (const file of files) {
      const item = pending(file.name);
      items.push(item);
      verifier.verify(file).then((verdicts) => show(item, file.name, verdicts));
    }
    results.prepend(...items);
  };

  byId('choose').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    verify(Array.from(input.files ?? []));
    input.value = ''; // so that the same file, edited, can be chosen again
  });

  // The whole page takes the drop: one that misses the zone would open the file in place of the page.
  addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) zone.classList.remove('over');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    verify(Array.from(event.dataTransfer?.files ?? []));
  });
}
