// One line of results: a file's name, then what was found.
import { make } from '../dom.ts';
import { announce } from '../log.ts';
import { copyButton } from './copy-link.ts';
import type { Verdict } from './verdict.ts';
import { explanation, facts, heading, spoken, time } from './words.ts';

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
  if (verdict.kind !== 'malformed' && verdict.fragment) addAction(item, copyButton(verdict.fragment, name));
  return item;
}

/** Puts a button or a link under a result. */
export function addAction(item: HTMLLIElement, action: HTMLElement) {
  let actions = item.querySelector('.actions');
  if (!actions) {
    actions = make('div', 'actions');
    item.append(actions);
  }
  actions.append(action);
}
