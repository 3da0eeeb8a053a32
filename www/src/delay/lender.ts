// Starts workers for a pool that is itself in a worker, and carries what the two say to each other.
//
// A pool can start its own, in a worker too. But when developer tools or WebDriver BiDi look at a page's workers, a worker
// of Firefox that starts another waits until the page's thread has noted it, and may miss that it has: `new Worker` then
// never returns. On the page's own thread there is nothing to wait for.
import PoolWorker from 'powmod/worker?worker';
import type { Errand, Word } from './messages.ts';

export class Lender {
  readonly #tell: (word: Word) => void;
  readonly #lent = new Map<number, Worker>();

  constructor(tell: (word: Word) => void) {
    this.#tell = tell;
  }

  run(errand: Errand) {
    const worker = this.#lent.get(errand.worker);
    switch (errand.kind) {
      case 'hire':
        return this.#hire(errand.worker);
      case 'order':
        return worker?.postMessage(errand.order, errand.transfer);
      case 'dismiss':
        this.#lent.delete(errand.worker);
        return worker?.terminate();
    }
  }

  #hire(number: number) {
    const worker = new PoolWorker();
    this.#lent.set(number, worker);
    const lose = (reason: string) => this.#tell({ kind: 'lost', worker: number, reason });
    worker.addEventListener('message', ({ data }) => this.#tell({ kind: 'heard', worker: number, reply: data }));
    worker.addEventListener('messageerror', () => lose('a message could not be read'));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      lose(event.message || 'its script could not be loaded');
    });
  }
}
