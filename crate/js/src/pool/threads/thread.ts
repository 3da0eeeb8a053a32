/** One worker: of `node:worker_threads` in Node, Bun and Deno, a Web Worker elsewhere. */
import { PowmodError } from '../../errors.js';
import { builtin } from '../../runtime.js';
import { lockName, whenReleased } from './lock.js';
import type { StartRequest, WorkerReply, WorkerRequest } from './messages.js';

/** A worker as a pool uses it: a Web Worker, or a worker of `node:worker_threads`. */
export interface PoolWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** Both kinds of workers: `on`, `ref` and `unref` are Node's, `addEventListener` is a Web Worker's. */
interface AnyWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  on?(type: string, listener: (value: unknown) => void): void;
  addEventListener?(type: string, listener: (event: Event & { data?: unknown; message?: string }) => void): void;
  ref?(): void;
  unref?(): void;
}

/** @internal */
export interface Listener {
  onReply(reply: WorkerReply): void;
  /** The worker has ended, or could not start. It may be called more than once. */
  onEnd(cause: unknown): void;
}

/** @internal */
export class Thread {
  readonly #worker: AnyWorker;
  /** The worker's lock, if no event tells its end: see lock.ts. */
  readonly #lock: string | undefined;

  /** @throws the error of the runtime or of `make`. */
  constructor(make: (() => PoolWorker) | undefined, listener: Listener) {
    const worker = (make ?? makeWorker)() as PoolWorker & AnyWorker;
    if (typeof worker?.postMessage !== 'function' || typeof worker.terminate !== 'function')
      throw new TypeError('options.worker: must give a Worker');
    this.#worker = worker;
    const { onReply, onEnd } = listener;
    if (worker.on) {
      worker.on('message', (reply) => onReply(reply as WorkerReply));
      worker.on('messageerror', onEnd);
      worker.on('error', onEnd);
      worker.on('exit', (code) => onEnd(new Error(`it ended with code ${code}`)));
      return;
    }
    const lock = lockName();
    this.#lock = lock;
    worker.addEventListener?.('message', ({ data }) => {
      const reply = data as WorkerReply;
      if (reply?.kind === 'ready' && reply.lock && lock !== undefined)
        whenReleased(lock, () => onEnd(new Error('it ended')));
      onReply(reply);
    });
    // Only Bun has this event.
    worker.addEventListener?.('close', () => onEnd(new Error('it ended')));
    worker.addEventListener?.('messageerror', () => onEnd(new Error('a message could not be read')));
    worker.addEventListener?.('error', (event) => {
      event.preventDefault();
      onEnd(new Error(event.message || `${scriptOf(make)} could not be loaded`));
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
    if (isKept) this.#worker.ref?.();
    else this.#worker.unref?.();
  }

  /** Ends the worker, even in the middle of a job. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The built module lies beside the worker's. It is a constant, so that no bundler takes the URL for an asset. */
const HERE = import.meta.url;
/** `new URL(…)` would be an asset to some bundlers for servers, which give another class of URLs for it. */
const scriptUrl = () => HERE.replace(/[^/]*$/, 'worker.js');

function makeWorker(): PoolWorker {
  if (!HERE) throw new PowmodError('ERR_WORKER', 'this bundle cannot find worker.js: give options.worker');
  const threads = builtin('node:worker_threads');
  // Without `execArgv`, a worker would get the flags of the process, which are for another script.
  if (threads) return new threads.Worker(new URL(scriptUrl()), { execArgv: [] });
  if (typeof Worker === 'undefined') throw new PowmodError('ERR_WORKER', 'this runtime has no workers');
  if (types || isElsewhere()) return new Worker(trusted(), { type: 'module' });
  try {
    // Bundlers recognise exactly this form.
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch (error) {
    if (!(error instanceof TypeError) || !trustedTypes()) throw error;
    return new Worker(trusted(), { type: 'module' });
  }
}

/** Whether the script has another origin than the page, so that the browser starts no worker from it. */
function isElsewhere(): boolean {
  return /^https?:/.test(HERE) && new URL(HERE).origin !== globalThis.location?.origin;
}

interface TypesPolicy {
  createScriptURL(url: string): string;
}

const trustedTypes = () =>
  (globalThis as { trustedTypes?: { createPolicy(name: string, rules: TypesPolicy): TypesPolicy } }).trustedTypes;

/** The policy of trusted types, made when a page first refuses a plain URL: a page may allow one policy of a name only once. */
let types: TypesPolicy | undefined;
/** The address of a script in this page that imports the worker's script from another origin. */
let blob: string | undefined;

/** The address for `new Worker`: of the worker's script, or of {@link blob}. Trusted types accept it. */
function trusted(): string {
  const url = scriptUrl();
  if (isElsewhere())
    blob ??= URL.createObjectURL(new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' }));
  try {
    types ??= trustedTypes()?.createPolicy('powmod', { createScriptURL: (url) => url });
  } catch {} // The page's default policy may still take the URL.
  return types?.createScriptURL(blob ?? url) ?? blob ?? url;
}

/** Names a worker's script in an error. A bundler may have put it elsewhere. */
function scriptOf(make: unknown): string {
  if (make) return 'the script of options.worker';
  const policy = blob ? " under worker-src blob: in the page's policy" : '';
  return `worker.js${policy}, beside ${HERE}, for which options.worker can give another worker,`;
}

/** How many workers can run at once. */
export function parallelism(): number {
  const os = builtin('node:os');
  return os?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 2;
}
