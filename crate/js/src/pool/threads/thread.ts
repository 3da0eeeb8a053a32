/** One worker: of `node:worker_threads` in Node, Bun and Deno, a Web Worker elsewhere. */
import { builtin, globalOf, has, partOf } from '../../runtime.js';
import { lockName, whenReleased } from './lock.js';
import type { StartRequest, WorkerReply, WorkerRequest } from './messages.js';
import type { PoolWorker, Script } from './script.js';

/** A worker of `node:worker_threads`. */
interface NodeWorker extends PoolWorker {
  on(type: string, listener: (value: unknown) => void): void;
  ref(): void;
  unref(): void;
}

interface WebWorker extends PoolWorker {
  addEventListener(type: string, listener: (event: Event & { data?: unknown; message?: string }) => void): void;
}

const isOfNode = (worker: PoolWorker): worker is NodeWorker => has(worker, 'on');
const isOfWeb = (worker: PoolWorker): worker is WebWorker => has(worker, 'addEventListener');

/** @internal */
export interface Listener {
  onReply(reply: WorkerReply): void;
  /** The worker has ended, or could not start. It may be called more than once. */
  onEnd(cause: unknown): void;
}

/** @internal */
export class Thread {
  readonly #worker: PoolWorker & { postMessage(message: unknown, transfer: ArrayBuffer[]): void };
  /** The worker's lock, if no event tells its end: see lock.ts. */
  readonly #lock: string | undefined;

  /** @throws the error of the runtime or of the caller's function. */
  constructor({ make, problem }: Script, { onReply, onEnd }: Listener) {
    const worker = make();
    if (typeof worker?.postMessage !== 'function' || typeof worker.terminate !== 'function')
      throw new TypeError('options.worker: must give a Worker');
    this.#worker = worker;
    if (isOfNode(worker)) {
      worker.on('message', (reply) => onReply(reply as WorkerReply));
      worker.on('messageerror', onEnd);
      worker.on('error', onEnd);
      worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
      return;
    }
    if (!isOfWeb(worker)) return;
    const lock = lockName();
    this.#lock = lock;
    worker.addEventListener('message', ({ data }) => {
      const reply = data as WorkerReply;
      if (reply?.kind === 'ready' && reply.lock && lock !== undefined)
        whenReleased(lock, () => onEnd(new Error('it ended')));
      onReply(reply);
    });
    // Only Bun has this event.
    worker.addEventListener('close', () => onEnd(new Error('it ended')));
    worker.addEventListener('messageerror', () => onEnd(new Error('a message could not be read')));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      onEnd(new Error(event.message || problem));
    });
  }

  start(order: StartRequest): void {
    this.post({ ...order, lock: this.#lock });
  }

  post(order: WorkerRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
  }

  /** Whether the process waits for this worker before it exits. */
  keepProcessAlive(isKept: boolean): void {
    if (!isOfNode(this.#worker)) return;
    if (isKept) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Ends the worker, even in the middle of a job. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** How many workers can run at once. */
export function parallelism(): number {
  const os = builtin('node:os');
  const navigator = globalOf('navigator');
  return os?.availableParallelism() ?? (navigator && partOf(navigator, 'hardwareConcurrency')) ?? 2;
}
