/** Finds the worker's script: its file beside this module or, where a bundle has no such file, its text. */
import { messageOf, PowmodError } from '../../errors.js';
import { files } from '../../kernels/probe.js';
import { builtin } from '../../runtime.js';

/** A worker as a pool uses it: a Web Worker, or a worker of `node:worker_threads`. */
export interface PoolWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** A way to make a worker. */
export interface Script {
  make(): PoolWorker;
  /** The reason in the error if the script does not load. */
  problem: string;
  /** Gives the script to try if no worker starts from this one. */
  next: (() => Promise<Script>) | undefined;
}

const REMEDY =
  "write import 'powmod/worker' in a file of your own, and give options.worker: () => new Worker(new URL('./THAT-FILE.js', import.meta.url), { type: 'module' })";

/** The worker's file, where the entry knows it: see worker-file.ts. The address is undefined in some formats of bundles. */
let file: { url: string | undefined; make(): PoolWorker } | undefined;

export function setWorkerFile(found: typeof file): void {
  file = found;
}

/** Whether no worker has started from the file. */
let isFileBad = false;

/** The first way to make a worker here. */
export async function scriptOf(given: (() => PoolWorker) | undefined): Promise<Script> {
  if (given) return { make: given, problem: 'the script of options.worker could not be loaded', next: undefined };
  const threads = builtin('node:worker_threads');
  if (!threads && typeof Worker === 'undefined') return failing('this runtime has no workers');
  const url = addressOfFile();
  if (url === undefined) return scriptFromText();
  return {
    problem: `${url} could not be loaded`,
    // Without `execArgv`, a worker would get the flags of the process, which are for another script.
    make: () => (threads ? new threads.Worker(new URL(url), { execArgv: [] }) : webWorkerFromFile(url)),
    next() {
      isFileBad = true;
      return scriptFromText();
    },
  };
}

/** The address of the worker's file, if it may be there. Only where there are files the answer is sure. */
function addressOfFile(): string | undefined {
  const url = file?.url;
  if (!url || isFileBad) return undefined;
  try {
    if (builtin('node:worker_threads')) return files()?.existsSync(new URL(url)) ? url : undefined;
    // A browser starts no worker from the script of another origin.
    return !/^https?:/.test(url) || new URL(url).origin === globalThis.location?.origin ? url : undefined;
  } catch {
    return undefined;
  }
}

function webWorkerFromFile(url: string): PoolWorker {
  try {
    if (file && !policy) return file.make();
  } catch (error) {
    if (!(error instanceof TypeError) || !trustedTypes()) throw error;
  }
  return new Worker(trusted(url), { type: 'module' });
}

async function scriptFromText(): Promise<Script> {
  let text: string;
  try {
    ({ default: text } = await import('./worker-text.js'));
  } catch (cause) {
    return failing(`its text could not be loaded (${messageOf(cause)}); ${REMEDY}`);
  }
  const threads = builtin('node:worker_threads');
  if (threads)
    return { make: () => new threads.Worker(text, { eval: true, execArgv: [] }), problem: '', next: undefined };
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return {
    make: () => new Worker(trusted(url)),
    problem: `its script was found nowhere, and the page's policy may lack blob: under worker-src; else ${REMEDY}`,
    next: undefined,
  };
}

function failing(reason: string): Script {
  return {
    make() {
      throw new PowmodError('ERR_WORKER', `no worker could be started: ${reason}`);
    },
    problem: '',
    next: undefined,
  };
}

interface TypesPolicy {
  createScriptURL(url: string): string;
}

const trustedTypes = () =>
  (globalThis as { trustedTypes?: { createPolicy(name: string, rules: TypesPolicy): TypesPolicy } }).trustedTypes;

/** The policy of trusted types, made when a page first needs it: a page may allow one policy of a name only once. */
let policy: TypesPolicy | undefined;

/** The address as trusted types accept it for `new Worker`. */
function trusted(url: string): string {
  try {
    policy ??= trustedTypes()?.createPolicy('powmod', { createScriptURL: (url) => url });
  } catch {} // The page's default policy may still take the URL.
  return policy?.createScriptURL(url) ?? url;
}
