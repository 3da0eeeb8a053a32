// The list of the visitor's own proofs and their verdicts, newest first.
import { byId } from '../dom.ts';
import type { Source } from './messages.ts';
import { pendingItem, showVerdicts } from './result-item.ts';
import type { Verifier } from './verifier.ts';

/** One file, link or pasted text; it may hold several proofs. */
export interface Entry {
  name: string;
  source: Source;
}

export class ResultList {
  readonly #verifier: Verifier;

  constructor(verifier: Verifier) {
    this.#verifier = verifier;
  }

  verify(entries: Entry[]) {
    const items = entries.map(({ name, source }) => {
      const item = pendingItem(name);
      this.#verifier.verify(source).then((verdicts) => showVerdicts(item, name, verdicts));
      return item;
    });
    byId('results').prepend(...items);
  }
}
