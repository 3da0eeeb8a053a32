// The page's side of the worker that verifies.
import type { Reply, Source, Verdict } from './messages.ts';

export interface Engine {
  kernel: string;
  /** From the start of the worker until it could verify. */
  ms: number;
}

export class Verifier {
  /** Resolves once the package has loaded; rejects if it cannot. */
  readonly engine: Promise<Engine>;
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (verdicts: Verdict[]) => void>();
  #lastId = 0;
  #failure: string | undefined;

  constructor() {
    this.engine = new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
        if (data.kind === 'ready') resolve(data);
        else if (data.kind === 'failed') reject(new Error(data.reason));
        else this.#settle(data.id, data.verdicts);
      });
      this.#worker.addEventListener('error', (event) => {
        this.#failure = event.message || 'its worker could not be loaded';
        reject(new Error(this.#failure));
        for (const id of this.#waiting.keys()) this.#settle(id, [{ kind: 'unreadable', reason: this.#failure }]);
      });
    });
  }

  verify(source: Source): Promise<Verdict[]> {
    if (this.#failure !== undefined) return Promise.resolve([{ kind: 'unreadable', reason: this.#failure }]);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, source });
    });
  }

  #settle(id: number, verdicts: Verdict[]) {
    this.#waiting.get(id)?.(verdicts);
    this.#waiting.delete(id);
  }
}
