// A list of proofs and their verdicts, newest first.
import { byId } from '../dom.ts';
import { showWholePage } from '../opened.ts';
import type { Expected, Source, Verdict } from './messages.ts';
import { pendingItem, showVerdicts } from './result-item.ts';
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
    const shown = entries.map(({ name, source }) => {
      const cancel = new AbortController();
      return { item: pendingItem(name, () => cancel.abort()), name, source, cancel };
    });
    byId(this.#id).prepend(...shown.map(({ item }) => item));
    byId(this.#id).scrollIntoView({ block: 'nearest' });
    const all = shown.map(async ({ item, name, source, cancel }, i) => {
      const verdicts = await this.#verifier.verify(source, cancel.signal, expected);
      const [first] = showVerdicts(item, name, verdicts);
      if (i === 0) first?.scrollIntoView({ block: 'nearest' });
      return verdicts;
    });
    return Promise.all(all).then((verdicts) => verdicts.flat());
  }
}
