// Verifies files that the visitor drops or pastes anywhere on the page, or chooses with the button.
import { byId } from '../dom.ts';
import type { Opener } from './opener.ts';
import type { ResultList } from './result-list.ts';

/** The most bytes of a file whose beginning tells that it is a draw, and those of that beginning. */
const MAX_DRAW_BYTES = 1 << 26;
const BEGINNING = 64;

export function startFilePicker(results: ResultList, draws: Opener) {
  const input = byId<HTMLInputElement>('files');
  const zone = byId('drop');
  const verify = async (files: FileList | null | undefined) => {
    const proofs: File[] = [];
    for (const file of Array.from(files ?? []))
      if (file.size <= MAX_DRAW_BYTES && draws.accepts(await file.slice(0, BEGINNING).text()))
        await draws.open(await file.text());
      else proofs.push(file);
    if (proofs.length > 0) results.verify(proofs.map((file) => ({ name: file.name, source: file })));
  };

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
  addEventListener('paste', (event) => {
    if (!(event.target as Element).closest('input, textarea')) verify(event.clipboardData?.files);
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    verify(event.dataTransfer?.files);
  });
}
