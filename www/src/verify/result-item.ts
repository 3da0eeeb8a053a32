// One item of a list of results: the name of a file and its verdict.
import { announce } from '../announce.ts';
import { copyButton } from '../copy.ts';
import { make } from '../dom.ts';
import type { Verdict } from './messages.ts';
import { claimRows, explanation, headingOf, spokenVerdict, timeText } from './verdict-text.ts';

/** With `cancel`, the item has a button for it. */
export function pendingItem(name: string, cancel?: () => void): HTMLLIElement {
  const item = make('li', 'result', make('h3', 'name', name), make('p', 'verdict', 'Verifying…'));
  item.dataset.state = 'pending';
  if (!cancel) return item;
  const button = make('button', 'quiet', 'Cancel', make('span', 'unseen', ` the check of ${name}`));
  button.type = 'button';
  button.addEventListener('click', cancel);
  addAction(item, button);
  return item;
}

/** Replaces a pending item by one item for each verdict, and returns those. A screen reader says each. */
export function showVerdicts(item: HTMLLIElement, name: string, verdicts: Verdict[]) {
  const items = verdictItems(name, verdicts, announce);
  item.replaceWith(...items);
  return items;
}

export function verdictItems(name: string, verdicts: Verdict[], say?: (sentence: string) => void) {
  return verdicts.map((verdict, i) => {
    const place = verdict.part ?? (verdicts.length > 1 ? `proof ${i + 1} of ${verdicts.length}` : undefined);
    const title = place ? `${name}, ${place}` : name;
    say?.(spokenVerdict(title, verdict));
    return verdictItem(title, verdict);
  });
}

function verdictItem(name: string, verdict: Verdict): HTMLLIElement {
  const item = make(
    'li',
    'result',
    make('h3', 'name', name),
    make(
      'p',
      'verdict',
      make('strong', 'badge', headingOf(verdict)),
      ' ',
      verdict.kind === 'malformed' && verdict.field !== 'file' && make('code', 'field', verdict.field),
      ' ',
      explanation(verdict),
    ),
  );
  item.dataset.state = verdict.kind;

  if (verdict.kind === 'malformed') {
    const format = make('a', '', 'The format of proofs');
    format.href = 'docs/documents/Delay_proofs_in_RSA_groups.html';
    item.append(make('p', 'hint', format));
  }
  if (!('claim' in verdict)) return item;
  if ('ms' in verdict) item.append(make('p', 'hint time', timeText(verdict)));
  item.append(detailsOf(verdict));
  if ('fragment' in verdict && verdict.fragment) addAction(item, copyLinkButton(verdict.fragment, name));
  return item;
}

/** The statement of the proof, for visitors who ask. */
function detailsOf(verdict: Extract<Verdict, { claim: unknown }>): HTMLElement {
  const rows = claimRows(verdict.claim);
  if ('kernel' in verdict && verdict.kernel) rows.push(['Kernel', verdict.kernel, 'the arithmetic that checked it']);
  const list = make('dl', 'facts');
  for (const [term, value, note] of rows)
    list.append(make('div', '', make('dt', '', term), make('dd', '', value, note && make('small', '', note))));
  if (verdict.kind === 'valid' && verdict.element !== undefined)
    list.append(longNumber('Element: the smaller of the output y and N − y', verdict.element));
  const { claim } = verdict;
  list.append(
    'challenge' in claim ? longNumber('Challenge', claim.challenge) : longNumber('Input x', claim.input),
    longNumber(
      'profile' in claim && claim.profile === 'tokamak' ? 'Output in the file, y or N − y' : 'Output y',
      claim.output,
    ),
  );
  return make('details', '', make('summary', '', 'Details'), list);
}

function longNumber(term: string, value: string): HTMLElement {
  const button = copyButton('Copy', term, 'Copied', () => value);
  return make('div', 'long', make('dt', '', term), make('dd', '', make('code', 'number', value), button));
}

/** Copies a link to this page that carries a proof or a letter. */
export function copyLinkButton(fragment: string, name: string, label = 'Copy link'): HTMLButtonElement {
  return copyButton(label, `to ${name}`, 'Link copied', () => new URL(`#${fragment}`, location.href).href);
}

/** A link to this page, as somebody else opens it. */
export function otherReader(fragment: string): HTMLAnchorElement {
  const link = make('a', 'quiet', 'Open the link as somebody else');
  link.href = `#${fragment}`;
  link.target = '_blank';
  link.rel = 'noopener';
  return link;
}

/** Adds a button or a link below a result. */
export function addAction(item: HTMLElement, action: HTMLElement) {
  let actions = item.querySelector('.actions');
  if (!actions) {
    actions = make('div', 'actions');
    item.append(actions);
  }
  actions.append(action);
}
