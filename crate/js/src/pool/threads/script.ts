/** Finds the worker's script: its file beside this module or, where a bundle has no such file, its text. */
import { messageOf, PowmodError } from '../../errors.js';
import { files } from '../../kernels/probe.js';
import { bare, builtin, globalOf, partOf } from '../../runtime.js';

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
  'Parcel needs in package.json "@parcel/resolver-default": { "packageExports": true }; ' +
  "else write import 'powmod/worker' in a file of your own, and give options.worker: " +
  "() => new Worker(new URL('./THAT-FILE.js', import.meta.url), { type: 'module' })";
const NO_BLOB = `the page's policy may lack blob: under worker-src; ${REMEDY}`;

/**
 * The worker's file, where the entry knows it: see worker-file.ts. The address is undefined in some formats of bundles.
 */
export interface WorkerFile {
  readonly url: string | undefined;
  /** Whether the file is surely there: a request for one that is not fails in sight of everybody. */
  readonly isSure: boolean;
  make(): PoolWorker;
}

/** Whether no worker has started from the file, or from the text, so that the other comes first. */
let bad: 'file' | 'text' | undefined;

/** The first way to make a worker here. @throws PowmodError where there is none */
export async function scriptOf(given: (() => PoolWorker) | undefined, file: WorkerFile | undefined): Promise<Script> {
  if (given) return { make: given, problem: 'the script of options.worker could not be loaded', next: undefined };
  const threads = builtin('node:worker_threads');
  if (!threads && !globalOf('Worker')) throw cannotStart(whyNoWorkers());
  const url = addressOf(file);
  if (!file || url === undefined) return scriptFromText();
  const fromFile = (problem: string, next: Script['next']): Script => ({
    problem: `${url} ${problem}`,
    // Without `execArgv`, a worker would get the flags of the process, which are for another script.
    make: () => (threads ? new threads.Worker(new URL(url), bare({ execArgv: [] })) : webWorkerFromFile(file, url)),
    next,
  });
  const isFileFirst = bad ? bad === 'text' : threads || file.isSure;
  if (isFileFirst)
    return fromFile('could not be loaded', () => {
      bad = 'file';
      return scriptFromText();
    });
  return scriptFromText(async () => {
    bad = 'text';
    return fromFile(`could not be loaded, and ${NO_BLOB}`, undefined);
  });
}

/** The address of the worker's file, if it may be there. Only where there are files the answer is sure. */
function addressOf(file: WorkerFile | undefined): string | undefined {
  const url = file?.url;
  if (!url || bad === 'file') return undefined;
  try {
    if (builtin('node:worker_threads')) return files()?.existsSync(new URL(url)) ? url : undefined;
    // A browser starts no worker from the script of another origin.
    return !/^https?:/.test(url) || new URL(url).origin === globalOf('location')?.origin ? url : undefined;
  } catch {
    return undefined;
  }
}

function webWorkerFromFile(file: WorkerFile, url: string): PoolWorker {
  try {
    if (!policy) return file.make();
  } catch (error) {
    if (!(error instanceof TypeError) || !policyFactory()) throw error;
  }
  return new Worker(trusted(url), bare({ type: 'module' as const }));
}

/** The address of the worker's text, for all pools: a page keeps each such text as long as it lives. */
let textUrl: string | undefined;

async function scriptFromText(next?: () => Promise<Script>): Promise<Script> {
  let text: string;
  try {
    ({ default: text } = await import('./worker-text.js'));
  } catch (cause) {
    if (next) return next();
    return failing(`its text could not be loaded (${messageOf(cause)}); ${REMEDY}`);
  }
  const threads = builtin('node:worker_threads');
  if (threads) return { make: () => new threads.Worker(text, bare({ eval: true, execArgv: [] })), problem: '', next };
  textUrl ??= URL.createObjectURL(new Blob([text], bare({ type: 'text/javascript' })));
  const url = textUrl;
  return {
    make: () => new Worker(trusted(url)),
    problem: `its script was found nowhere, and ${NO_BLOB}`,
    next,
  };
}

function failing(reason: string): Script {
  return {
    make() {
      throw cannotStart(reason);
    },
    problem: '',
    next: undefined,
  };
}

function cannotStart(reason: string): PowmodError {
  return new PowmodError('ERR_WORKER', `no worker could be started: ${reason}`);
}

const HERE_INSTEAD = "init of 'powmod' computes in this thread";

/** What is missing in a runtime without workers. */
function whyNoWorkers(): string {
  const node = globalOf('process')?.versions?.node;
  if (node) return `Node ${node} lacks process.getBuiltinModule, which Node 20.16 and 22.3 have`;
  const kind = globalThis.constructor?.name ?? '';
  if (/^(Shared|Service)Worker/.test(kind))
    return `this browser has no Worker in a ${kind}: make the pool in a page, or ${HERE_INSTEAD}`;
  return `this runtime has no Worker: ${HERE_INSTEAD}`;
}

interface TypesPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: TypesPolicy): TypesPolicy;
}

/**
 * The page's trusted types. Our function has another name than the global: a bundler may join its runtime with our
 * script, and the runtime's `trustedTypes` would then mean our function.
 */
const policyFactory = () => partOf(globalThis as { trustedTypes?: PolicyFactory }, 'trustedTypes');

/** The policy of trusted types, made when a page first needs it: a page may allow one policy of a name only once. */
let policy: TypesPolicy | undefined;

/** The address as trusted types accept it for `new Worker`. */
function trusted(url: string): string {
  try {
    policy ??= policyFactory()?.createPolicy('powmod', bare({ createScriptURL: (url: string) => url }));
  } catch {} // The page's default policy may still take the URL.
  return policy?.createScriptURL(url) ?? url;
}
