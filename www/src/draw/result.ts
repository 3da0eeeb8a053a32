// What a draw gave: the winner and those behind, large, and below it why everybody sees the same.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';
import { formatTime } from '../format.ts';
import { toHex } from '../prove/letter.ts';
import { saveFile } from '../save-file.ts';
import type { Verdict } from '../verify/messages.ts';
import { addAction, copyLinkButton, otherReader } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { type Draw, linkOf } from './link.ts';
import { drawn, seedOf, textOf, wordOf } from './rule.ts';

/** The winner and the runners-up that are shown. */
const PLACES = 5;

const titleOf = ({ names }: Draw) => `A draw among ${names.length.toLocaleString('en')} names`;

/**
 * Fills an item with a draw and its result, after its proof has been checked against the list. `work` tells how long it
 * takes to make, by what it took or takes on this device.
 */
export async function fillDraw(
  item: HTMLElement,
  draw: Draw,
  verifier: Verifier,
  work: (check: string) => string | Promise<string>,
) {
  const { proof, iterations } = draw;
  const seed = await seedOf(draw);
  item.replaceChildren(make('h3', 'name', titleOf(draw)), make('p', 'verdict', 'Checking…'));
  item.dataset.state = 'pending';
  const source = { text: JSON.stringify(proof) };
  const { problem, output = '', ms = 0 } = judge(await verifier.verify(source, undefined, { seed, iterations }));
  item.dataset.state = problem ? 'invalid' : 'valid';
  item.replaceChildren(make('h3', 'name', titleOf(draw)));
  if (problem) item.append(make('p', 'verdict', make('strong', 'badge', 'No winner'), ` ${problem}`));
  else {
    const places = await drawn(draw.names, PLACES, wordOf(output));
    item.append(...placesOf(places));
    announce(`${places[0]} wins the draw.`);
    const sentence = make('p', 'work', `Checked in ${formatTime(ms)}.`);
    item.append(sentence);
    void Promise.resolve(work(formatTime(ms))).then((longer) => sentence.replaceChildren(longer));
  }
  item.append(listOf(draw, seed));
  const fragment = problem ? undefined : await linkOf(draw);
  if (fragment) {
    addAction(item, copyLinkButton(fragment, 'the draw'));
    addAction(item, otherReader(fragment));
  } else if (!problem)
    item.append(make('p', 'hint', 'The list is too long for a link: send the file, which this page opens.'));
  addAction(item, saveButton(draw));
}

/** Judges the proof of a draw: gives the problem, or else the output and the time of the check. */
function judge(verdicts: Verdict[]): { problem?: string; output?: string; ms?: number } {
  const [verdict] = verdicts;
  const no = (problem: string) => ({ problem });
  if (verdicts.length !== 1 || !verdict) return no('The link holds no single proof.');
  if (verdict.kind === 'other') return no('The proof is of another list or of another number of squarings.');
  if (verdict.kind === 'unreadable') return no(`The proof was not checked: ${verdict.reason}.`);
  if (verdict.kind === 'malformed') return no(`The proof is damaged: ${verdict.reason}.`);
  if (verdict.kind !== 'valid') return no('The proof is false: the output is not that of the squarings.');
  const { claim, warmMs, ms } = verdict;
  if (!('group' in claim) || claim.group !== 'RSA-2048')
    return no('The proof is modulo another number than RSA-2048, whose factors somebody may know.');
  // Of another profile both y and N − y are right: whoever draws could choose.
  if (claim.profile !== 'powmod-v1')
    return no(`The proof is of the profile ${claim.profile}, which leaves a choice of outputs.`);
  return { output: claim.output, ms: warmMs ?? ms };
}

function placesOf([winner = '', ...others]: string[]): HTMLElement[] {
  const list = make('ol', 'runners', ...others.map((name) => make('li', '', make('bdi', '', name))));
  list.start = 2;
  return [make('p', 'winner', make('bdi', '', winner)), ...(others.length > 0 ? [list] : [])];
}

/** The list, the seed, and the rule by which anybody computes both again. */
export function listOf(draw: Draw, seed: Uint8Array): HTMLElement {
  const code = make('code', 'number', `0x${toHex(seed)}`);
  const text = make('pre', 'lots', textOf(draw));
  text.tabIndex = 0; // by keyboard, since it scrolls
  return make(
    'details',
    '',
    make('summary', '', 'The list and its seed'),
    make('p', '', 'The seed is the SHA-256 of this text in UTF-8, each line with a line feed: ', code),
    text,
    make(
      'p',
      'hint',
      'Names are in Unicode’s form NFC, trimmed, in the order of their code points. The places come from ' +
        'SHA-256 of “draw”, a counter and the output of the squarings: a number that would favour the first ' +
        'names is skipped.',
    ),
  );
}

export function saveButton(draw: Draw): HTMLButtonElement {
  const save = make('button', 'quiet save', 'Save the draw');
  save.type = 'button';
  save.addEventListener('click', () => saveFile(`draw-${draw.names.length}-names.json`, JSON.stringify(draw)));
  return save;
}
