// A list of proofs and their verdicts, newest first.
import { byId } from '../dom.ts';
import { grouped } from '../format.ts';
import { showWholePage } from '../opened.ts';
import { areMany, Many } from './many.ts';
import type { Expected, Source, Verdict } from './messages.ts';
import { pendingItem, showVerdicts, verdictItems } from './result-item.ts';
import type { Verifier } from './verifier.ts';

/** One file, link or pasted text; it may hold several proofs. */
export interface Entry {
  name: string;
  source: Source;
}

export class ResultList {
  readonly #id: string;
  readonly #verifier: Verifier;
  readonly #expected: () => Expected | undefined | null;

  /** `expected` gives what the proofs must be about, or null to verify nothing. */
  constructor(id: string, verifier: Verifier, expected: () => Expected | undefined | null = () => undefined) {
    this.#id = id;
    this.#verifier = verifier;
    this.#expected = expected;
  }

  /**
   * Resolves with all verdicts once they are shown. Undefined, and nothing is verified, if an expectation has a
   * mistake.
   */
  verify(entries: Entry[]): Promise<Verdict[]> | undefined {
    const expected = this.#expected();
    if (expected === null) return undefined;
    showWholePage();
    return areMany(entries) ? this.#verifyMany(entries, expected) : this.#verifyFew(entries, expected);
  }

  async #verifyFew(entries: Entry[], expected: Expected | undefined): Promise<Verdict[]> {
    const shown = entries.map(({ name, source }) => {
      const cancel = new AbortController();
      return { item: pendingItem(name, () => cancel.abort()), name, source, cancel };
    });
    this.#show(...shown.map(({ item }) => item));
    const all = shown.map(async ({ item, name, source, cancel }, i) => {
      const verdicts = await this.#verifier.verify(source, cancel.signal, expected);
      const [first] = areMany(verdicts) ? [foldedIn(item, name, verdicts)] : showVerdicts(item, name, verdicts);
      if (i === 0) first?.scrollIntoView({ block: 'nearest' });
      return verdicts;
    });
    return (await Promise.all(all)).flat();
  }

  async #verifyMany(entries: Entry[], expected: Expected | undefined): Promise<Verdict[]> {
    const cancel = new AbortController();
    const shown = entries.map(({ name, source }) => ({ item: pendingItem(name), name, source }));
    const items = shown.map(({ item }) => item);
    const many = new Many(`${grouped(entries.length)} files or links`, items, () => cancel.abort());
    this.#show(many.item);
    const all = shown.map(async ({ item, name, source }) => {
      const verdicts = await this.#verifier.verify(source, cancel.signal, expected);
      item.replaceWith(...verdictItems(name, verdicts));
      many.add(verdicts);
      return verdicts;
    });
    const verdicts = (await Promise.all(all)).flat();
    many.end();
    return verdicts;
  }

  #show(...items: HTMLLIElement[]) {
    byId(this.#id).prepend(...items);
    byId(this.#id).scrollIntoView({ block: 'nearest' });
  }
}

/** The verdicts of one file that holds many proofs, in place of its pending item. */
function foldedIn(item: HTMLLIElement, name: string, verdicts: Verdict[]): HTMLLIElement {
  const many = new Many(name, verdictItems(name, verdicts));
  many.add(verdicts);
  many.end();
  item.replaceWith(many.item);
  return many.item;
}
