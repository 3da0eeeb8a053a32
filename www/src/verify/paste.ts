// Verifies what the visitor pastes, into the field or anywhere else on the page: a proof's JSON, or a link that
// carries one.
import { byId } from '../dom.ts';
import { fragmentIn, fragmentsIn } from './fragment.ts';
import type { Entry, ResultList } from './result-list.ts';

export function startPaste(results: ResultList) {
  const field = byId<HTMLTextAreaElement>('paste');

  /** Whether it took the text, which else the visitor keeps. */
  const take = (text: string): boolean => {
    const letter = fragmentIn(text, 'letter');
    if (!letter) return results.verify(entriesOf(text)) !== undefined;
    if (location.hash === `#${letter}`) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = letter; // which opens it by that event
    return true;
  };
  const verify = () => {
    if (field.value.trim() === '') return field.focus();
    if (take(field.value)) field.value = '';
  };
  byId('paste-form').addEventListener('submit', (event) => {
    event.preventDefault();
    verify();
  });
  field.addEventListener('input', (event) => {
    const hasLink = fragmentIn(field.value) ?? fragmentIn(field.value, 'letter');
    if ((event as InputEvent).inputType === 'insertFromPaste' || hasLink) verify();
  });

  addEventListener('paste', (event) => {
    if ((event.target as Element).closest('input, textarea')) return;
    const { files } = event.clipboardData ?? {};
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files?.length) results.verify(Array.from(files, (file) => ({ name: file.name, source: file })));
    else if (text.trim() !== '') take(text);
  });
}

function entriesOf(text: string): Entry[] {
  const links = fragmentsIn(text).map((fragment): Entry => ({ name: 'Pasted link', source: { fragment } }));
  return links.length > 0 ? links : [{ name: 'Pasted proof', source: new Blob([text]) }];
}
