// The list of runs: those that stopped, those of other tabs, and finished ones with their proofs, verified.
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { capitalize, formatTime } from '../format.ts';
import { saveFile } from '../save-file.ts';
import { toFragment } from '../verify/fragment.ts';
import { addAction, copyLinkButton, pendingItem, showVerdicts } from '../verify/result-item.ts';
import type { Verifier } from '../verify/verifier.ts';
import { letterOf, toHex } from './letter.ts';
import type { Request, ShownRun } from './messages.ts';
import { describeTask, percent } from './task-text.ts';

export class RunList {
  readonly #verifier: Verifier;
  readonly #send: (request: Request) => void;
  /** By the run's id. A finished run is verified once. */
  #items = new Map<string, { state: string; item: HTMLLIElement }>();

  constructor(verifier: Verifier, send: (request: Request) => void) {
    this.#verifier = verifier;
    this.#send = send;
  }

  show(runs: ShownRun[]) {
    const before = this.#items;
    this.#items = new Map();
    for (const run of runs) {
      const state = JSON.stringify([run.done, run.isElsewhere, run.proof]);
      const known = before.get(run.id);
      if (known?.state === state) this.#items.set(run.id, known);
      else this.#items.set(run.id, { state, item: run.proof ? this.#finished(run, run.proof) : this.#open(run) });
    }
    const items = [...this.#items.values()].map(({ item }) => item);
    const hadFocus = byId('made').contains(document.activeElement);
    byId('made').replaceChildren(...items);
    if (hadFocus && document.activeElement === document.body)
      (byId('made').querySelector('button') ?? byId('seal')).focus();
  }

  /** The place of a run, to which the visitor's eyes and focus go. */
  itemOf(id: string): HTMLLIElement | undefined {
    return this.#items.get(id)?.item;
  }

  #open(run: ShownRun): HTMLLIElement {
    const { task, done, isElsewhere } = run;
    const place = isElsewhere ? 'Under way in another tab' : `Stopped at ${percent({ done, total: task.iterations })}`;
    const item = make(
      'li',
      'result',
      make('h3', 'name', nameOf(run)),
      make('p', '', `${place}: ${describeTask(task)}.`),
    );
    item.dataset.state = isElsewhere ? 'elsewhere' : 'stopped';
    if (isElsewhere) return item;
    addAction(item, this.#button('Resume', 'resume', { kind: 'start', task }));
    addAction(item, this.#button('Discard', 'quiet discard', { kind: 'discard', id: run.id }));
    return item;
  }

  #button(label: string, style: string, request: Request): HTMLButtonElement {
    const button = make('button', `${style} when-still`, label);
    button.type = 'button';
    button.addEventListener('click', () => this.#send(request));
    return button;
  }

  #finished(run: ShownRun, proof: string): HTMLLIElement {
    const name = nameOf(run, proof);
    const item = pendingItem(name);
    void this.#verify(run, proof, name, item);
    return item;
  }

  async #verify(run: ShownRun, proof: string, name: string, pending: HTMLLIElement) {
    const { id, task, ms, message, problem } = run;
    const verdicts = await this.#verifier.verify(new Blob([proof]));
    const [verdict] = verdicts;
    const [item] = showVerdicts(pending, name, verdicts);
    const known = this.#items.get(id);
    if (!item) return;
    if (known?.item === pending) known.item = item;
    if (message) item.prepend(make('blockquote', 'message', message));
    if (message) announce(`The letter says: ${message}`);
    if (problem) item.prepend(make('p', 'problem', `${problem}.`));
    if (problem) announce(`${problem}.`);
    const check = verdict && 'ms' in verdict ? (verdict.warmMs ?? verdict.ms) : 0;
    if (ms && check) {
      const times = check < ms ? `, ${Number((ms / check).toPrecision(2)).toLocaleString('en')} times as fast` : '';
      item.append(make('p', 'hint', `Made in ${formatTime(ms)}; checked in ${formatTime(check)}${times}.`));
    }
    const expected = `seed 0x${toHex(task.seed)}, T = ${task.iterations.toLocaleString('en')}`;
    if (!task.letter) item.append(make('p', 'hint', `To expect of it: ${expected}.`));
    const save = make('button', 'quiet save', 'Save the proof');
    save.type = 'button';
    save.addEventListener('click', () => saveFile(name, proof));
    const fragment = task.letter
      ? await toFragment(letterOf(task, proof), 'letter')
      : verdict?.kind === 'valid' && verdict.fragment;
    if (fragment && task.letter)
      addAction(item, copyLinkButton(fragment, 'the letter', 'Copy the link that opens at once'));
    addAction(item, save);
    if (fragment) addAction(item, otherReader(fragment));
    addAction(item, this.#button('Discard', 'quiet discard', { kind: 'discard', id }));
  }
}

/** A link to this page, as somebody else opens it. */
export function otherReader(fragment: string): HTMLAnchorElement {
  const link = make('a', 'quiet', 'Open the link as somebody else');
  link.href = `#${fragment}`;
  link.target = '_blank';
  link.rel = 'noopener';
  return link;
}

/** The name of the proof's file. The end of the output differs with the seed and the modulus. */
function nameOf({ task }: ShownRun, proof?: string): string {
  if (!proof) return task.letter ? 'A letter' : `A proof by ${capitalize(task.scheme)}’s scheme`;
  return `${task.scheme}-${task.iterations}-${String(JSON.parse(proof).output).slice(-8)}.json`;
}
