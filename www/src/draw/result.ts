// What a draw gave: the winner, large, with what was checked and what nobody can check; those behind; and the rule.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';
import { counted, formatTime } from '../format.ts';
import { toHex } from '../prove/letter.ts';
import { nameOfDraw } from '../prove/task-text.ts';
import { saveFile } from '../save-file.ts';
import type { Verdict } from '../verify/messages.ts';
import { addAction, copyLinkButton, otherReader } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { trustOf, weaknessOf } from './fairness.ts';
import { carried, type Draw, linkOf } from './link.ts';
import { warningsOf } from './lookalikes.ts';
import { drawn, type Lots, seedOf, textOf, wordOf } from './rule.ts';
import { seenNote } from './seen.ts';

/** The winner and the runners-up that are shown. */
const PLACES = 5;

/** A longer name is folded. */
const MAX_CHARACTERS = 80;

/**
 * Fills an item with a draw and its result, after its proof has been checked against the list. `work` tells how long it
 * takes to make, by what it took or takes on this device. Gives the winner.
 */
export async function fillDraw(
  item: HTMLElement,
  draw: Draw,
  verifier: Verifier,
  work: () => string | Promise<string>,
): Promise<string | undefined> {
  const { proof, iterations } = draw;
  const seed = await seedOf(draw);
  item.replaceChildren(make('h3', 'name', nameOfDraw(draw.names)), make('p', 'verdict', 'Checking…'));
  item.dataset.state = 'pending';
  const source = { text: JSON.stringify(proof) };
  const { problem, input, output = '', ms = 0 } = judge(await verifier.verify(source, undefined, { seed, iterations }));
  item.replaceChildren(make('h3', 'name', nameOfDraw(draw.names)));
  if (problem) {
    item.dataset.state = 'invalid';
    item.append(make('p', 'verdict', make('strong', 'badge', 'No winner'), ` ${problem}`), listOf(draw, seed));
    addAction(item, saveButton(draw));
    return undefined;
  }
  const places = await drawn(draw.names, PLACES, wordOf(output));
  const [winner = '', ...others] = places;
  item.append(
    make('p', 'winner', make('span', 'badge', 'Winner'), ' ', nameElement(winner)),
    ...limitsOf(item, draw, ms),
  );
  announce(`${winner} wins the draw.`);
  const warnings = make('div', '');
  // The table of look-alikes loads late, and the winner does not wait for it.
  void warningLines(draw.names, draw.words).then((lines) => warnings.append(...lines));
  item.append(warnings);
  if (others.length > 0) item.append(runnersUp(others));
  const effort = make('p', 'hint work');
  item.append(effort, listOf(draw, seed));
  void Promise.resolve(work()).then((sentence) => effort.replaceChildren(sentence));
  const fragment = await linkOf(draw);
  if (fragment) {
    addAction(item, copyLinkButton(fragment, 'the draw'));
    addAction(item, otherReader(fragment));
  } else item.append(make('p', 'hint', 'The list is too long for a link: send the file, which this page opens.'));
  addAction(item, saveButton(draw, input));
  return winner;
}

/** What was checked, what was not, and what this device saw before: only without a weakness the item is green. */
function limitsOf(item: HTMLElement, draw: Draw, ms: number): HTMLElement[] {
  const { names, words, iterations } = draw;
  const weakness = weaknessOf(draw);
  const seen = seenNote(draw);
  item.dataset.state = weakness || seen?.isWarning ? 'weak' : 'valid';
  const given = words.length > 0 ? `${counted(words.length, 'word')}, ` : '';
  const checked =
    `Checked in ${formatTime(ms)}: the list of ${counted(names.length, 'name')}, ${given}` +
    `${counted(iterations, 'squaring')}, and the proof.`;
  return [
    ...(seen ? [make('p', seen.isWarning ? 'limit' : 'hint', seen.text)] : []),
    ...(weakness ? [make('p', 'limit', weakness)] : []),
    make('p', 'hint', checked),
    ...(weakness ? [] : [make('p', 'hint', trustOf(draw))]),
  ];
}

/** What looks wrong in the list and the words, such as two lots that look alike. */
export const warningLines = async (names: readonly string[], words: readonly string[]) =>
  (await warningsOf(names, words)).map((warning) => make('p', 'limit', warning));

/** Judges the proof of a draw: gives the problem, or else input and output and the time of the check. */
function judge(verdicts: Verdict[]): { problem?: string; input?: string; output?: string; ms?: number } {
  const [verdict] = verdicts;
  const no = (problem: string) => ({ problem });
  if (verdicts.length !== 1 || !verdict) return no('The link holds no single proof.');
  if (verdict.kind === 'other')
    return no('The proof is of another list, of other words or another number of squarings.');
  if (verdict.kind === 'unreadable') return no(`The proof was not checked: ${verdict.reason}.`);
  if (verdict.kind === 'malformed') return no(`The proof is damaged. Its field ${verdict.field}: ${verdict.reason}.`);
  if (verdict.kind !== 'valid')
    return no('The proof is false, or of another list, of other words or another number of squarings.');
  const { claim, warmMs, ms } = verdict;
  if (!('group' in claim) || claim.group !== 'RSA-2048')
    return no('The proof is modulo another number than RSA-2048, whose factors somebody may know.');
  // Of another profile both y and N − y are right: whoever draws could choose.
  if (claim.profile !== 'powmod-v1')
    return no(`The proof is of the profile ${claim.profile}, which leaves a choice of outputs.`);
  return { input: claim.input, output: claim.output, ms: warmMs ?? ms };
}

/** A name in its own direction of writing; a long one is folded. */
function nameElement(name: string): HTMLElement {
  const letters = [...name];
  if (letters.length <= MAX_CHARACTERS) return make('bdi', '', name);
  const beginning = make('summary', '', make('bdi', '', `${letters.slice(0, MAX_CHARACTERS / 2).join('')}…`));
  return make('details', 'long-name', beginning, make('bdi', '', name));
}

function runnersUp(names: string[]): HTMLElement {
  const list = make('ol', 'runners', ...names.map((name) => make('li', '', nameElement(name))));
  list.start = 2;
  return list;
}

/** The list, the words, the seed, and the rule by which anybody computes all again. */
export function listOf(draw: Lots, seed: Uint8Array): HTMLElement {
  const code = make('code', 'number', `0x${toHex(seed)}`);
  const text = make('pre', 'lots', textOf(draw));
  text.tabIndex = 0; // by keyboard, since it scrolls
  return make(
    'details',
    '',
    make('summary', '', draw.words.length > 0 ? 'The list, its words and its seed' : 'The list and its seed'),
    make('p', '', 'The seed is the SHA-256 of this text in UTF-8, each line with a line feed: ', code),
    text,
    make(
      'p',
      'hint',
      'Names are in Unicode’s form NFC, with one space for blanks, in the order of their code points. The places ' +
        'come from SHA-256 of “draw”, a counter and the output of the squarings: a number that would favour the ' +
        'first names is skipped.',
    ),
  );
}

/** With `input` the file holds a whole proof, which other programs check. */
export function saveButton(draw: Draw, input?: string): HTMLButtonElement {
  const save = make('button', 'quiet save', 'Save the draw');
  save.type = 'button';
  const content = { ...carried(draw), ...(input && { proof: { ...draw.proof, input } }) };
  save.addEventListener('click', () => saveFile(`draw-${draw.names.length}-names.json`, JSON.stringify(content)));
  return save;
}
