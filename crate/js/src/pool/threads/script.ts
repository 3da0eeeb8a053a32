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
const NO_TYPES =
  "The page's policy must have trusted-types powmod; else make the worker by a policy of your own: " +
  "write import 'powmod/worker' in a file, and give options.worker: " +
  "() => new Worker(POLICY.createScriptURL(ADDRESS_OF_THAT_FILE), { type: 'module' })";

/** The worker's file, where the entry knows it: see worker-file.ts. */
export interface WorkerFile {
  /** The address of the module that knows the file. It is undefined in some formats of bundles. */
  readonly here: string | undefined;
  /** The file's own address; undefined where only a bundler's code knows it. */
  readonly url: string | undefined;
  /** Whether the file is surely there: a request for one that is not fails in sight of everybody. */
  readonly isSure: boolean;
  make(): PoolWorker;
}

/** Whether no worker has started from the file, or from the text, so that the other comes first. */
let bad: 'file' | 'text' | undefined;

/** The first way to make a worker here. @throws PowmodError where there is none */
export async function scriptOf(given: (() => PoolWorker) | undefined, file: WorkerFile | undefined): Promise<Script> {
  if (given)
    return {
      make: () => webWorker(given),
      problem: 'the script of options.worker could not be loaded',
      next: undefined,
    };
  const threads = builtin('node:worker_threads');
  if (!threads && !globalOf('Worker')) throw cannotStart(whyNoWorkers());
  const made = file && bad !== 'file' ? (threads ? threadFrom(file) : webWorkerFrom(file)) : undefined;
  if (!file || !made) return scriptFromText();
  const fromFile = (problem: string, next: Script['next']): Script => ({
    problem: `${file.url || "the worker's file"} ${problem}`,
    make: made.make,
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

/** Makes a thread of Node, Bun or Deno from the file, if it is there. */
function threadFrom({ url }: WorkerFile): Pick<Script, 'make'> | undefined {
  const threads = builtin('node:worker_threads');
  try {
    if (!threads || !url || !files()?.existsSync(new URL(url))) return undefined;
    // Without `execArgv`, a worker would get the flags of the process, which are for another script.
    return { make: () => new threads.Worker(new URL(url), bare({ execArgv: [] })) };
  } catch {
    return undefined;
  }
}

/**
 * Makes a web worker from the file, if it may be there. Where the page has trusted types, its policy comes first: that
 * `make` fails would be reported, and a bundler's code has no policy. Only webpack's may have one.
 */
function webWorkerFrom(file: WorkerFile): Pick<Script, 'make'> | undefined {
  const { url } = file;
  const place = url || file.here;
  // A browser starts no worker from the script of another origin.
  if (!place || (/^https?:/.test(place) && new URL(place).origin !== globalOf('location')?.origin)) return undefined;
  if (!url) return { make: () => file.make() };
  return {
    make: () =>
      webWorker(() => {
        const address = trusted(url);
        return address === url ? file.make() : new Worker(address, bare({ type: 'module' as const }));
      }),
  };
}

/** The worker that `make` gives. @throws PowmodError that says what to do, where the page's trusted types refuse it */
function webWorker(make: () => PoolWorker): PoolWorker {
  try {
    return make();
  } catch (error) {
    // As Chromium and WebKit, and Firefox, say it.
    if (!(error instanceof TypeError) || !/TrustedScriptURL|Sink type mismatch/.test(error.message)) throw error;
    throw cannotStart(`${messageOf(error)} ${NO_TYPES}`);
  }
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
    make: () => webWorker(() => new Worker(trusted(url))),
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
  createScriptURL(url: string, ...sink: string[]): string;
}

interface PolicyFactory {
  readonly defaultPolicy?: TypesPolicy | null;
  createPolicy(name: string, rules: TypesPolicy): TypesPolicy;
}

/**
 * The page's trusted types. Our function has another name than the global: a bundler may join its runtime with our
 * script, and the runtime's `trustedTypes` would then mean our function.
 */
const policyFactory = () => partOf(globalThis as { trustedTypes?: PolicyFactory }, 'trustedTypes');

/**
 * The policy of trusted types, made when a page first needs it, and once: a page may allow one policy of a name only
 * once, and reports each that it does not allow. Null is one that it does not allow.
 */
let policy: TypesPolicy | null | undefined;

function ownPolicy(factory: PolicyFactory): TypesPolicy | null {
  if (policy !== undefined) return policy;
  policy = null;
  try {
    policy = factory.createPolicy('powmod', bare({ createScriptURL: (url: string) => url }));
  } catch {}
  return policy;
}

/** The address as trusted types accept it for `new Worker`; as it is where there are none, or no policy takes it. */
function trusted(url: string): string {
  const factory = policyFactory();
  if (!factory) return url;
  try {
    // The page's default policy is asked as the engine asks it.
    const taken = factory.defaultPolicy?.createScriptURL(url, 'TrustedScriptURL', 'Worker constructor');
    if (taken && `${taken}`) return taken;
  } catch {} // It takes no address of a script, or not this one.
  return ownPolicy(factory)?.createScriptURL(url) ?? url;
}
