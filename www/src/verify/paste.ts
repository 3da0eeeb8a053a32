// What the visitor pastes: a proof's JSON, or a link that carries one; in the field, or anywhere else on the page.
import { byId } from '../dom.ts';
import { fragmentIn } from './fragment.ts';
import type { Entry, Inbox } from './inbox.ts';

export function startPaste(inbox: Inbox) {
  const field = byId<HTMLTextAreaElement>('paste');

  byId('paste-form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value.trim() === '') return field.focus();
    inbox.verify([entryOf(field.value)]);
    field.value = '';
  });

  addEventListener('paste', (event) => {
    if ((event.target as Element).closest('input, textarea')) return;
    const { files } = event.clipboardData ?? {};
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files?.length) inbox.verify(Array.from(files, (file) => ({ name: file.name, source: file })));
    else if (text.trim() !== '') inbox.verify([entryOf(text)]);
  });
}

function entryOf(text: string): Entry {
  const fragment = fragmentIn(text);
  return fragment ? { name: 'Pasted link', source: { fragment } } : { name: 'Pasted proof', source: new Blob([text]) };
}
