// A list of proofs and their verdicts, newest first.
import { byId } from '../dom.ts';
import type { Source, Verdict } from './messages.ts';
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

  constructor(id: string, verifier: Verifier) {
    this.#id = id;
    this.#verifier = verifier;
  }

  /** Resolves with all verdicts once they are shown. */
  async verify(entries: Entry[]): Promise<Verdict[]> {
    const shown = entries.map(({ name, source }) => {
      const cancel = new AbortController();
      return { item: pendingItem(name, () => cancel.abort()), name, source, cancel };
    });
    byId(this.#id).prepend(...shown.map(({ item }) => item));
    const all = shown.map(async ({ item, name, source, cancel }) => {
      const verdicts = await this.#verifier.verify(source, cancel.signal);
      showVerdicts(item, name, verdicts);
      return verdicts;
    });
    return (await Promise.all(all)).flat();
  }
}
