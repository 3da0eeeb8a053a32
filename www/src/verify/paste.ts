// Verifies what the visitor pastes, into the field or anywhere else on the page: a proof's JSON, or a link that
// carries one.
import { byId } from '../dom.ts';
import { isFilled } from '../fields.ts';
import { fragmentIn, fragmentsIn } from './fragment.ts';
import type { Opener } from './opener.ts';
import type { Entry, ResultList } from './result-list.ts';

export function startPaste(results: ResultList, draws: Opener) {
  const field = byId<HTMLTextAreaElement>('paste');

  /** Whether it took the text, which else the visitor keeps. */
  const take = (text: string): boolean => {
    const opened = openedByAddress(text);
    if (!opened && draws.accepts(text)) void draws.open(text);
    if (!opened) return draws.accepts(text) || results.verify(entriesOf(text)) !== undefined;
    if (location.hash === `#${opened}`) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = opened; // which opens it by that event
    return true;
  };
  const verify = () => {
    if (!isFilled(field, 'Paste a proof, or a link that contains one.')) return;
    if (take(field.value)) field.value = '';
  };
  byId('paste-form').addEventListener('submit', (event) => {
    event.preventDefault();
    verify();
  });
  field.addEventListener('input', (event) => {
    const hasLink = fragmentIn(field.value) ?? openedByAddress(field.value);
    if ((event as InputEvent).inputType === 'insertFromPaste' || hasLink) verify();
  });

  addEventListener('paste', (event) => {
    if ((event.target as Element).closest('input, textarea')) return;
    if (event.clipboardData?.files.length) return; // the file picker's
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() !== '') take(text);
  });
}

/** Letters and draws have sections of their own, which open what the address has. */
const openedByAddress = (text: string) => fragmentIn(text, 'letter') ?? fragmentIn(text, 'draw');

function entriesOf(text: string): Entry[] {
  const links = fragmentsIn(text).map((fragment): Entry => ({ name: 'Pasted link', source: { fragment } }));
  return links.length > 0 ? links : [{ name: 'Pasted proof', source: new Blob([text]) }];
}
