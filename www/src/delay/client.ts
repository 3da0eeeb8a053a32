// The page's side of the worker that evaluates and proves.
import type { Reply, Request } from './messages.ts';

export class Prover {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

  constructor(onReply: (reply: Reply) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => onReply(data));
    this.#worker.addEventListener('error', (event) => {
      onReply({ kind: 'failed', reason: event.message || 'its worker could not be loaded' });
    });
  }

  ask(request: Request) {
    this.#worker.postMessage(request);
  }
}
