// Verifies files that the visitor drops anywhere on the page, or chooses with the button.
import { byId } from '../dom.ts';
import type { ResultList } from './result-list.ts';

export function startFilePicker(results: ResultList) {
  const input = byId<HTMLInputElement>('files');
  const zone = byId('drop');
  const verify = (files: FileList | null | undefined) =>
    results.verify(Array.from(files ?? [], (file) => ({ name: file.name, source: file })));

  byId('choose').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    verify(input.files);
    input.value = ''; // without this, choosing the same file again would fire no event
  });

  // The whole page accepts the drop. Otherwise a file dropped beside the zone would replace the page.
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
