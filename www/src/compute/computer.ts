// The page's side of the worker that computes. Only its end ends a power of long numbers.
import type { Order, Reply } from './messages.ts';

export class Computer {
  #worker: Worker | undefined;
  #id = 0;
  #isBusy = false;
  /** Whether the worker has computed nothing yet: its first power takes longer. */
  isCold = true;
  readonly #onReply: (reply: Reply) => void;

  /** `onReply` gets the replies to the last order alone. */
  constructor(onReply: (reply: Reply) => void) {
    this.#onReply = onReply;
  }

  compute(order: Omit<Order, 'id'>) {
    if (this.#isBusy) this.stop();
    this.#worker ??= this.#start();
    this.#isBusy = true;
    this.#worker.postMessage({ id: ++this.#id, ...order } satisfies Order);
  }

  /** The last order gets no more replies. */
  drop() {
    this.#id++;
  }

  stop() {
    this.drop();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isBusy = false;
  }

  #start(): Worker {
    this.isCold = true;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#take(data));
    worker.addEventListener('error', ({ message }) =>
      this.#take({ kind: 'failed', id: this.#id, reason: message || 'its worker could not be loaded' }),
    );
    return worker;
  }

  #take(reply: Reply) {
    if (reply.id !== this.#id) return;
    if (reply.kind === 'raced' || reply.kind === 'failed') this.#isBusy = false;
    this.#onReply(reply);
    if (reply.kind === 'answer') this.isCold = false;
  }
}
