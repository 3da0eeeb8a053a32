/** One worker, of whatever kind the runtime has: `node:worker_threads` in Node, Bun and Deno, Web Workers elsewhere. */
import { PowmodError } from '../../errors.js';
import { lockName, whenReleased } from './lock.js';
import type { Order, Reply, StartOrder } from './messages.js';

/** What a pool needs of a worker: a Web Worker has it, and one of `node:worker_threads`. */
export interface PoolWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** How either kind is listened to, and how Node, Bun and Deno are told whether to wait for one before they end. */
interface Listened {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on?(type: string, listener: (value: unknown) => void): void;
  addEventListener?(type: string, listener: (event: Event & { data?: unknown; message?: string }) => void): void;
  ref?(): void;
  unref?(): void;
}

export interface Listener {
  onReply(reply: Reply): void;
  /** The worker is no more, or never was; called once or more. */
  onEnd(cause: unknown): void;
}

export class Thread {
  readonly #worker: Listened;
  /** Only where the worker does not itself say that it has ended. */
  readonly #lock: string | undefined;

  /** @throws whatever the runtime or `make` throws. */
  constructor(make: (() => PoolWorker) | undefined, listener: Listener) {
    const worker = (make ?? makeWorker)() as PoolWorker & Listened;
    if (typeof worker?.postMessage !== 'function' || typeof worker.terminate !== 'function')
      throw new TypeError('options.worker: must give a Worker');
    this.#worker = worker;
    const { onReply, onEnd } = listener;
    if (worker.on) {
      worker.on('message', (reply) => onReply(reply as Reply));
      worker.on('messageerror', onEnd);
      worker.on('error', onEnd);
      worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
      return;
    }
    const lock = lockName();
    this.#lock = lock;
    worker.addEventListener?.('message', ({ data }) => {
      const reply = data as Reply;
      if (reply?.kind === 'ready' && reply.lock && lock !== undefined)
        whenReleased(lock, () => onEnd(new Error('it ended')));
      onReply(reply);
    });
    // Bun's own.
    worker.addEventListener?.('close', () => onEnd(new Error('it ended')));
    worker.addEventListener?.('messageerror', () => onEnd(new Error('a message could not be read')));
    worker.addEventListener?.('error', (event) => {
      event.preventDefault();
      onEnd(new Error(event.message || 'its script could not be loaded'));
    });
  }

  start(order: StartOrder): void {
    this.post({ ...order, lock: this.#lock });
  }

  post(order: Order, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
  }

  /** Whether the process is to wait for this worker before it ends. */
  hold(wait: boolean): void {
    if (wait) this.#worker.ref?.();
    else this.#worker.unref?.();
  }

  /** Ends it, whatever it is doing. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Where this module is once the package is built: beside the worker's. Apart, so that no bundler takes it for an asset. */
const HERE = import.meta.url;

function makeWorker(): PoolWorker {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  // The process's own flags are about its own script.
  if (threads) return new threads.Worker(new URL('./worker.js', HERE), { execArgv: [] });
  if (typeof Worker === 'undefined') throw new PowmodError('ERR_WORKER', 'this runtime has no workers');
  // Bundlers recognise exactly this form.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/** How many workers can run at once. */
export function parallelism(): number {
  const os = globalThis.process?.getBuiltinModule?.('node:os');
  return os?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 2;
}
