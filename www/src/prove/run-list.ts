// A list of runs: those that stopped, those of other tabs, and finished ones with their results.
import { announce } from '../announce.ts';
import { byId, make } from '../dom.ts';
import { addAction, pendingItem } from '../verify/result-item.ts';
import { type Request, type ShownRun, UNDO_MS } from './messages.ts';
import { describeTask, nameOf, percent } from './task-text.ts';

/** Fills the item of a finished run, or puts another one in its place, which it gives. */
export type Finish = (run: ShownRun, proof: string, item: HTMLLIElement) => Promise<HTMLLIElement>;

export class RunList {
  readonly #id: string;
  readonly #first: string;
  readonly #send: (request: Request) => void;
  readonly #finish: Finish;
  /** By the run's id. A finished run is verified once. */
  #items = new Map<string, { state: string; item: HTMLLIElement }>();

  /** The ids of the list, and of the button that takes the focus when the list gets empty. */
  constructor(id: string, first: string, send: (request: Request) => void, finish: Finish) {
    this.#id = id;
    this.#first = first;
    this.#send = send;
    this.#finish = finish;
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
    const list = byId(this.#id);
    const hadFocus = list.contains(document.activeElement);
    // What stays is not taken out for a moment: a tap on it would be lost.
    const items: Element[] = [...this.#items.values()].map(({ item }) => item);
    for (const old of [...list.children]) if (!items.includes(old)) old.remove();
    for (const [i, item] of items.entries())
      if (item !== list.children[i]) list.insertBefore(item, list.children[i] ?? null);
    if (hadFocus && document.activeElement === document.body)
      (list.querySelector('button') ?? byId(this.#first)).focus();
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
      make('h3', 'name', nameOf(task)),
      make('p', '', `${place}: ${describeTask(task)}.`),
    );
    item.dataset.state = isElsewhere ? 'elsewhere' : 'stopped';
    if (isElsewhere) return item;
    addAction(item, this.#button('Resume', 'resume', { kind: 'start', task }));
    addAction(item, this.#discardButton(run));
    return item;
  }

  #discardButton(run: ShownRun): HTMLButtonElement {
    const button = this.#button('Discard', 'quiet discard', { kind: 'discard', id: run.id });
    button.addEventListener('click', () => this.#offerUndo(run.id, nameOf(run.task, run.proof)));
    return button;
  }

  /** Below the list, for ten seconds. */
  #offerUndo(id: string, name: string) {
    const undo = this.#button('Undo', 'quiet undo', { kind: 'restore', id });
    const line = make('p', 'actions when-still', `${name} is discarded.`, undo);
    undo.addEventListener('click', () => line.remove());
    byId(this.#id).after(line);
    announce(`${name} is discarded. It can be restored for ten seconds.`);
    setTimeout(() => line.remove(), UNDO_MS);
  }

  #button(label: string, style: string, request: Request): HTMLButtonElement {
    const button = make('button', `${style} when-still`, label);
    button.type = 'button';
    button.addEventListener('click', () => this.#send(request));
    return button;
  }

  #finished(run: ShownRun, proof: string): HTMLLIElement {
    const pending = pendingItem(nameOf(run.task, proof));
    void this.#finish(run, proof, pending).then((item) => {
      const known = this.#items.get(run.id);
      if (known?.item === pending) known.item = item;
      addAction(item, this.#discardButton(run));
    });
    return pending;
  }
}
