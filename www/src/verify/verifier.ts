// The page's side of the worker that verifies.
import type { Expected, Reply, Request, Source, Verdict } from './messages.ts';

/** The time for the proofs of a link: somebody else may have made it to keep this device busy. */
const LINK_SECONDS = 5;

interface Waiting {
  request: Request;
  resolve(verdicts: Verdict[]): void;
}

export class Verifier {
  /** Undefined until the first proof comes: the network serves the calculator's kernel first, which is another file. */
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: string | undefined;

  /** The verdicts, in which a cancelled source is not verified. */
  verify(source: Source, cancel?: AbortSignal, expected?: Expected): Promise<Verdict[]> {
    if (this.#failure !== undefined) return Promise.resolve([{ kind: 'unreadable', reason: this.#failure }]);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const request = { id, source, ...(expected && { expected }) };
      this.#waiting.set(id, { request, resolve });
      cancel?.addEventListener('abort', () => this.#stop(id, 'cancelled'));
      if (this.#worker) this.#worker.postMessage(request);
      else this.#begin();
    });
  }

  /** Starts a worker on all that waits. */
  #begin() {
    this.#worker = this.#start();
    for (const { request } of this.#waiting.values()) this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'verdicts') this.#settle(data.id, data.verdicts);
      else this.#limit(data.id);
    });
    worker.addEventListener('error', (event) => {
      this.#failure = event.message || 'its worker could not be loaded';
      for (const id of this.#waiting.keys()) this.#settle(id, [{ kind: 'unreadable', reason: this.#failure }]);
    });
    return worker;
  }

  #limit(id: number) {
    const source = this.#waiting.get(id)?.request.source;
    if (!source || !('fragment' in source || 'text' in source)) return;
    const reason = `it takes more than ${LINK_SECONDS} seconds, the limit for a link`;
    setTimeout(() => this.#stop(id, reason), 1000 * LINK_SECONDS);
  }

  /** Ends the work on a source, which only the end of the worker can. Another one does the rest. */
  #stop(id: number, reason: string) {
    if (!this.#waiting.has(id)) return;
    this.#settle(id, [{ kind: 'unreadable', reason }]);
    this.#worker?.terminate();
    this.#worker = undefined;
    // Later, since many may be stopped at once.
    queueMicrotask(() => {
      if (!this.#worker && this.#waiting.size > 0) this.#begin();
    });
  }

  #settle(id: number, verdicts: Verdict[]) {
    this.#waiting.get(id)?.resolve(verdicts);
    this.#waiting.delete(id);
  }
}
