// Where the visitor's proofs show up: newest first.
import { byId } from '../dom.ts';
import type { Verifier } from './client.ts';
import { pending, show } from './result.ts';
import type { Source } from './verdict.ts';

export interface Entry {
  name: string;
  source: Source;
}

export class Inbox {
  readonly #verifier: Verifier;

  constructor(verifier: Verifier) {
    this.#verifier = verifier;
  }

  verify(entries: Entry[]) {
    const items = entries.map(({ name, source }) => {
      const item = pending(name);
      this.#verifier.verify(source).then((verdicts) => show(item, name, verdicts));
      return item;
    });
    byId('results').prepend(...items);
  }
}
