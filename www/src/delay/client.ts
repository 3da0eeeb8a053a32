// The page's side of the worker that evaluates and proves.
import { Lender } from './lender.ts';
import type { Errand, Reply, Request } from './messages.ts';

export class Prover {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

  constructor(onReply: (reply: Reply) => void) {
    const lender = new Lender((word) => this.#worker.postMessage(word));
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply | Errand>) =>
      'worker' in data ? lender.run(data) : onReply(data),
    );
    this.#worker.addEventListener('error', (event) => {
      onReply({ kind: 'failed', reason: event.message || 'its worker could not be loaded' });
    });
  }

  ask(request: Request) {
    this.#worker.postMessage(request);
  }
}
