// The visitor's own files: dropped anywhere on the page, or chosen by a button.
import { byId } from '../dom.ts';
import type { Inbox } from './inbox.ts';

export function startPicker(inbox: Inbox) {
  const input = byId<HTMLInputElement>('files');
  const zone = byId('drop');
  const verify = (files: FileList | null | undefined) =>
    inbox.verify(Array.from(files ?? [], (file) => ({ name: file.name, source: file })));

  byId('choose').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    verify(input.files);
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
    verify(event.dataTransfer?.files);
  });
}
