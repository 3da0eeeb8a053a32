// The page's side of the worker that evaluates and proves.
import type { Reply, Request } from './messages.ts';
import { hostPool } from './worker-host.ts';

export class Prover {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

  constructor(onReply: (reply: Reply) => void) {
    hostPool(this.#worker, onReply);
    this.#worker.addEventListener('error', (event) => {
      onReply({ kind: 'failed', reason: event.message || 'its worker could not be loaded' });
    });
  }

  send(request: Request) {
    this.#worker.postMessage(request);
  }
}
