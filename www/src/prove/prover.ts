// The page's side of the worker that evaluates and proves.
import type { FromWorker, Reply, Request } from './messages.ts';
import { WorkerHost } from './worker-host.ts';

export class Prover {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

  constructor(onReply: (reply: Reply) => void) {
    const host = new WorkerHost((event) => this.#worker.postMessage(event));
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) =>
      'worker' in data ? host.run(data) : onReply(data),
    );
    this.#worker.addEventListener('error', (event) => {
      onReply({ kind: 'failed', reason: event.message || 'its worker could not be loaded' });
    });
  }

  send(request: Request) {
    this.#worker.postMessage(request);
  }
}
