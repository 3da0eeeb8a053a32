// One line of results: a file's name, then what was found.
import { byId, make } from '../dom.ts';
import type { Verdict } from './verdict.ts';
import { explanation, facts, heading, spoken, time } from './words.ts';

/** Enough for a screen reader to go back through. */
const LOG_LINES = 50;

export function pending(name: string): HTMLLIElement {
  const item = make('li', 'result', make('h3', 'name', name), make('p', 'verdict', 'Verifying…'));
  item.dataset.state = 'pending';
  return item;
}

/** Fills a pending item; a file of several proofs grows into several items. */
export function show(item: HTMLLIElement, name: string, verdicts: Verdict[]) {
  const items = verdicts.map((verdict, i) => {
    const title = verdicts.length > 1 ? `${name}, proof ${i + 1} of ${verdicts.length}` : name;
    announce(spoken(title, verdict));
    return filled(title, verdict);
  });
  item.replaceWith(...items);
  return items;
}

function filled(name: string, verdict: Verdict): HTMLLIElement {
  const item = make(
    'li',
    'result',
    make('h3', 'name', name),
    make(
      'p',
      'verdict',
      make('strong', 'badge', heading(verdict)),
      ' ',
      verdict.kind === 'malformed' && make('code', 'field', verdict.field),
      ' ',
      make('span', 'why', explanation(verdict)),
    ),
  );
  item.dataset.state = verdict.kind;

  if (verdict.kind === 'unreadable') return item;
  const list = make('dl', 'facts');
  const rows = verdict.kind === 'malformed' ? [] : facts(verdict.claim);
  for (const [term, value] of [...rows, ['Time', time(verdict.ms)], ['Kernel', verdict.kernel]]) {
    list.append(make('div', '', make('dt', '', term), make('dd', '', value)));
  }
  item.append(list);

  if (verdict.kind === 'valid' && verdict.element !== undefined) {
    item.append(
      make(
        'details',
        'element',
        make('summary', '', 'Element: the smaller of the output and the modulus less the output'),
        make('code', 'number', verdict.element),
      ),
    );
  }
  return item;
}

function announce(sentence: string) {
  const log = byId('log');
  log.append(make('p', '', sentence));
  while (log.childElementCount > LOG_LINES) log.firstElementChild?.remove();
}
