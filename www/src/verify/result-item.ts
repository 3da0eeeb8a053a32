// One item of a list of results: the name of a file and its verdict.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';
import { formatTime } from '../format.ts';
import { copyLinkButton } from './copy-link.ts';
import { HEADINGS } from './headings.ts';
import type { Verdict } from './messages.ts';
import { claimRows, explanation, spokenVerdict } from './verdict-text.ts';

export function pendingItem(name: string): HTMLLIElement {
  const item = make('li', 'result', make('h3', 'name', name), make('p', 'verdict', 'Verifying…'));
  item.dataset.state = 'pending';
  return item;
}

/** Replaces a pending item by one item for each verdict, and returns those. */
export function showVerdicts(item: HTMLLIElement, name: string, verdicts: Verdict[]) {
  const items = verdicts.map((verdict, i) => {
    const place = verdict.part ?? (verdicts.length > 1 ? `proof ${i + 1} of ${verdicts.length}` : undefined);
    const title = place ? `${name}, ${place}` : name;
    announce(spokenVerdict(title, verdict));
    return verdictItem(title, verdict);
  });
  item.replaceWith(...items);
  return items;
}

function verdictItem(name: string, verdict: Verdict): HTMLLIElement {
  const item = make(
    'li',
    'result',
    make('h3', 'name', name),
    make(
      'p',
      'verdict',
      make('strong', 'badge', HEADINGS[verdict.kind]),
      ' ',
      verdict.kind === 'malformed' && make('code', 'field', verdict.field),
      ' ',
      make('span', 'why', explanation(verdict)),
    ),
  );
  item.dataset.state = verdict.kind;

  if (verdict.kind === 'unreadable') return item;
  const list = make('dl', 'facts');
  const rows = verdict.kind === 'malformed' ? [] : claimRows(verdict.claim);
  if ('ms' in verdict) rows.push(['Time', formatTime(verdict.ms)]);
  if ('kernel' in verdict && verdict.kernel) rows.push(['Kernel', verdict.kernel]);
  for (const [term, value] of rows) list.append(make('div', '', make('dt', '', term), make('dd', '', value)));
  item.append(list);

  if (verdict.kind === 'valid' && verdict.element !== undefined)
    item.append(longNumber('Element: the smaller of the output y and N − y', verdict.element));
  if ('claim' in verdict && 'challenge' in verdict.claim) item.append(longNumber('Challenge', verdict.claim.challenge));
  if ('fragment' in verdict && verdict.fragment) addAction(item, copyLinkButton(verdict.fragment, name));
  return item;
}

/** A number that is shown when the visitor asks. */
function longNumber(label: string, value: string): HTMLElement {
  return make('details', 'element', make('summary', '', label), make('code', 'number', value));
}

/** Adds a button or a link below a result. */
export function addAction(item: HTMLLIElement, action: HTMLElement) {
  let actions = item.querySelector('.actions');
  if (!actions) {
    actions = make('div', 'actions');
    item.append(actions);
  }
  actions.append(action);
}
