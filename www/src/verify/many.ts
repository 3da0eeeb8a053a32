// Many proofs at once: a line that counts their verdicts, and the list of them below it, folded.
import { announce } from '../announce.ts';
import { make } from '../dom.ts';
import type { Verdict } from './messages.ts';
import { addAction } from './result-item.ts';
import { countOf } from './verdict-text.ts';

/** So many are a list, which nobody has to unfold. */
const FEW = 10;

export const areMany = (list: readonly unknown[]) => list.length > FEW;

export class Many {
  readonly item: HTMLLIElement;
  readonly #name: string;
  readonly #line = make('p', 'verdict', 'Verifying…');
  readonly #list: HTMLOListElement;
  readonly #verdicts: Verdict[] = [];

  /** `items` are those of the list, at first or for good. With `cancel` there is a button for all. */
  constructor(name: string, items: HTMLLIElement[], cancel?: () => void) {
    this.#name = name;
    this.#list = make('ol', 'results', ...items);
    this.#list.ariaLabel = `Results of ${name}`;
    const list = make('details', '', make('summary', '', 'Each of them'), this.#list);
    this.item = make('li', 'result', make('h3', 'name', name), this.#line, list);
    this.item.dataset.state = 'pending';
    if (!cancel) return;
    const button = make('button', 'quiet', 'Cancel', make('span', 'unseen', ` the check of ${name}`));
    button.type = 'button';
    button.addEventListener('click', cancel);
    addAction(this.item, button);
  }

  add(verdicts: readonly Verdict[]) {
    this.#verdicts.push(...verdicts);
    this.#line.textContent = `Verifying: ${countOf(this.#verdicts)} so far.`;
  }

  /** The line of all verdicts. Those that are not valid come first in the list. */
  end() {
    const counts = countOf(this.#verdicts);
    this.#line.replaceChildren(make('strong', 'badge', counts));
    this.item.querySelector('.actions')?.remove();
    const isValid = ({ dataset }: HTMLElement) => dataset.state === 'valid';
    const items = Array.from(this.#list.children) as HTMLElement[];
    this.#list.replaceChildren(...items.filter((item) => !isValid(item)), ...items.filter(isValid));
    const isWrong = this.#verdicts.some(({ kind }) => kind === 'invalid');
    this.item.dataset.state = items.every(isValid) ? 'valid' : isWrong ? 'invalid' : 'unreadable';
    announce(`${this.#name}: ${counts}.`);
  }
}
