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
    const items = entries.map(({ name }) => pendingItem(name));
    byId(this.#id).prepend(...items);
    const all = entries.map(async ({ name, source }, i) => {
      const verdicts = await this.#verifier.verify(source);
      showVerdicts(items[i] as HTMLLIElement, name, verdicts);
      return verdicts;
    });
    return (await Promise.all(all)).flat();
  }
}
