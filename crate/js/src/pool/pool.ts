/// <reference lib="esnext.disposable" preserve="true" />
import type { MalformedProofError } from '../errors.js';
import { type InitOptions, load } from '../init.js';
import type { Integer, IntegerReader } from '../input/integers.js';
import { readTerms } from '../input/lists.js';
import { type PowOptions, present, type Result, readMultiPowOptions, readPowOptions } from '../input/options.js';
import { readCount, readObject, readOptional } from '../input/reading.js';
import type { Kernel } from '../kernels/kernel.js';
import {
  BATCH_OPTIONS,
  type BatchOptions,
  readBatchOptions,
  readVerifyOptions,
  type VerifyOptions,
} from '../vdf/options.js';
import type { ProofClaim, ProofFile } from '../vdf/proof-file.js';
import { readProofFor, readProofs } from '../vdf/verify.js';
import type { OnCheckpoint } from './calls/checkpoint-delivery.js';
import { type Evaluation, evaluate } from './calls/evaluate.js';
import { type CallOptions, readCallOptions, readFunction } from './calls/options.js';
import { powParallel } from './calls/parallel-power.js';
import { prove } from './calls/prove.js';
import {
  type EvaluationTask,
  type ProofTask,
  readCheckpoint,
  readEvaluationTask,
  readProofTask,
} from './calls/task.js';
import { verifyAll } from './calls/verify-all.js';
import { loadProver } from './load-prover.js';
import { Crew } from './workers/crew.js';
import type { NamedTerm } from './workers/job-types.js';
import { type PoolWorker, parallelism } from './workers/thread.js';

export interface PoolOptions extends InitOptions {
  /** The most workers that run at once, 1 to 256. Default: as many as the machine runs at once. */
  workers?: number;
  /**
   * Makes a worker that runs `powmod/worker`, where a page's policy or a bundler wants its own: a Web Worker, or one of
   * `node:worker_threads`. Called each time that one is needed.
   */
  worker?: () => PoolWorker;
}

export interface VerifyAllOptions extends BatchOptions, CallOptions {}

export interface EvaluateOptions extends CallOptions {
  /** Where to go on: what `onCheckpoint` or an evaluation of the same modulus, input and iterations gave. */
  checkpoint?: Uint8Array;
  /**
   * Called with what to resume from, for the first time at once, then several times a second (less often where it is
   * long), and at the end. While it gives a promise, it waits for that. What it throws ends the call.
   */
  onCheckpoint?: OnCheckpoint;
}

export interface ProveOptions extends CallOptions {
  /** The most bytes that kept values may take. Default 2^26. */
  memory?: number;
}

const MOST_WORKERS = 256;

/**
 * Makes a pool of workers. The kernel is chosen at once, for all of them; a worker is started when there is work for it,
 * and what evaluates and proves is fetched when that is first asked for.
 * Options, and what goes wrong, are those of `init`.
 *
 * In a page, best made on the page's own thread, which it does not hold up. While developer tools or WebDriver BiDi look
 * at a page's workers, a worker of Firefox that starts another may wait for ever in `new Worker`: then nothing in it,
 * and no time limit, can end that.
 */
export async function createPool(options: PoolOptions = {}): Promise<Pool> {
  const names = ['workers', 'kernel', 'wasm', 'maxBits', 'worker'] as const;
  const { workers, worker, ...others } = readObject(options, 'options', names);
  const most = workers === undefined ? undefined : readCount(workers, 'options.workers', 1, MOST_WORKERS);
  const make = readFunction<() => PoolWorker>(worker, 'options.worker');
  const { loaded, integers } = await load(others as InitOptions);
  const { name: kernel, module } = loaded;
  const start = { kind: 'start', kernel, module } as const;
  const { wasm } = others as InitOptions;
  const crew = new Crew(most ?? Math.min(parallelism(), MOST_WORKERS), make, start, () => loadProver(kernel, wasm));
  return new Pool(kernel, crew, integers);
}

/**
 * Workers that do what `Powmod` does, away from the calling thread: what `createPool()` gives.
 *
 * Arguments are those of `Powmod`'s calls of the same names and are checked before anything is sent. What the caller
 * gives is copied. A worker that is lost is replaced and its work done again; `ERR_WORKER` when a second is lost over it,
 * or none can be started. In Node, Bun and Deno a pool without work does not keep the process alive; elsewhere, and to be
 * sure, end it by `close()` or `await using`.
 */
export class Pool {
  /** The arithmetic kernel in use. */
  readonly kernel: Kernel;
  readonly #crew: Crew;
  readonly #integers: IntegerReader;
  /** Closes the pool; the same as `close()`. Only where the engine has `Symbol.asyncDispose`. */
  declare [Symbol.asyncDispose]: () => Promise<void>;

  static {
    if (Symbol.asyncDispose)
      Object.defineProperty(Pool.prototype, Symbol.asyncDispose, {
        configurable: true,
        writable: true,
        value(this: Pool) {
          return this.close();
        },
      });
  }

  /** @internal Use `createPool()`. */
  constructor(kernel: Kernel, crew: Crew, integers: IntegerReader) {
    this.kernel = kernel;
    this.#crew = crew;
    this.#integers = integers;
  }

  /**
   * `base^exponent mod modulus`. With `method: 'parallel'` the exponent's set bits are split among the workers, which
   * saves most of the products, but none of the squarings.
   */
  async modPow<O extends PowOptions = Record<never, never>>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O,
  ): Promise<Result<O>> {
    const term = this.#term(base, exponent, 'base', 'exponent');
    const n = copied(this.#integers.modulus(modulus, 'modulus'));
    const parallel = readParallel(options);
    const { options: how, asBytes } = readPowOptions(parallel ?? options);
    const power = parallel
      ? await powParallel(this.#open, [term], n)
      : await this.#open.run('pow', () => ({ ask: { term, modulus: n, options: how } }));
    return present<O>(power, asBytes);
  }

  /** `x^a · y^b mod modulus`; with `method: 'parallel'` each power in a worker of its own. */
  async modPow2<O extends PowOptions = Record<never, never>>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options?: O,
  ): Promise<Result<O>> {
    const terms = [this.#term(x, a, 'x', 'a'), this.#term(y, b, 'y', 'b')];
    return this.#product(terms, modulus, options);
  }

  /** The product of `base^exponent` over the pairs; with `method: 'parallel'` the pairs are split among the workers. */
  async modMultiPow<O extends PowOptions = Record<never, never>>(
    terms: readonly (readonly [Integer, Integer])[],
    modulus: Integer,
    options?: O,
  ): Promise<Result<O>> {
    const own = readTerms(terms, this.#integers).map(({ base, exponent }, i) => ({
      base: copied(base),
      exponent: copied(exponent),
      baseName: `terms[${i}][0]`,
    }));
    return this.#product(own, modulus, options);
  }

  /** Whether a proof is valid: see `Powmod.verify`. Rejects with a `MalformedProofError` when it is none. */
  async verify(proof: ProofFile | ProofClaim | string | Uint8Array, options?: VerifyOptions): Promise<boolean> {
    const checked = readVerifyOptions(options, this.#integers);
    const read = readProofFor(this.#integers.maxBits, proof);
    return this.#open.run('verify', () => ({ ask: { proof: read, options: checked } }));
  }

  /**
   * Verifies many proofs, spread among the workers; the verdicts come in the order of the proofs. A malformed one gives
   * its error in its place. With `batch: true` those of one modulus are verified together, up to 128 at a time.
   */
  async verifyAll(
    proofs: readonly (ProofFile | ProofClaim | string | Uint8Array)[],
    options?: VerifyAllOptions,
  ): Promise<(boolean | MalformedProofError)[]> {
    const crew = this.#open;
    const names = [...BATCH_OPTIONS, 'onProgress', 'signal'] as const;
    const { onProgress, signal, ...others } = readOptional(options, 'options', names);
    const checked = readBatchOptions(others, this.#integers);
    const call = readCallOptions({ onProgress, signal });
    return verifyAll(crew, readProofs(proofs), checked, this.#integers.maxBits, call);
  }

  /**
   * Squares so many times: x^(2^T) mod N, in one worker, for squarings wait for each other. From time to time what was
   * computed is checked (Gerbicz); what does not pass is computed again.
   *
   * `ERR_CHECKPOINT`: the checkpoint to resume from is damaged, or of another modulus, input or number of squarings.
   */
  async evaluate(task: EvaluationTask, options?: EvaluateOptions): Promise<Evaluation> {
    const names = ['checkpoint', 'onCheckpoint', 'onProgress', 'signal'] as const;
    const { checkpoint, onCheckpoint, ...call } = readOptional(options, 'options', names);
    return evaluate(this.#open, readEvaluationTask(task, this.#integers), {
      ...readCallOptions(call),
      checkpoint: checkpoint === undefined ? undefined : readCheckpoint(checkpoint, 'options.checkpoint'),
      onCheckpoint: readFunction<OnCheckpoint>(onCheckpoint, 'options.onCheckpoint'),
    });
  }

  /**
   * Evaluates, unless that has been done, and proves it: a Wesolowski proof with all workers, Pietrzak's with one. The
   * proof is verified before it is given. Progress is that of the evaluation, and then, from 0 again, that of the proof.
   */
  async prove(task: ProofTask, options?: ProveOptions): Promise<ProofFile> {
    const { memory, ...call } = readOptional(options, 'options', ['memory', 'onProgress', 'signal'] as const);
    const { task: checked, checkpoint } = readProofTask(task, memory, this.#integers);
    return prove(this.#open, checked, { ...readCallOptions(call), checkpoint });
  }

  /**
   * Ends the workers. What is not done yet rejects with `ERR_WORKER`; any call after this is a `TypeError`. Resolves when
   * no worker is left; a second call does nothing.
   */
  close(): Promise<void> {
    return this.#crew.close();
  }

  /** What a call is begun with. @throws TypeError after `close`. */
  get #open(): Crew {
    if (this.#crew.isClosed) throw new TypeError('pool: was closed');
    return this.#crew;
  }

  /** A term with bytes of its own. */
  #term(base: unknown, exponent: unknown, baseName: string, exponentName: string): NamedTerm {
    return {
      base: copied(this.#integers.base(base, baseName)),
      exponent: copied(this.#integers.exponent(exponent, exponentName)),
      baseName,
    };
  }

  async #product<O extends PowOptions>(terms: NamedTerm[], modulus: Integer, options?: O): Promise<Result<O>> {
    const n = copied(this.#integers.modulus(modulus, 'modulus'));
    const parallel = readParallel(options);
    const { options: how, asBytes } = readMultiPowOptions(parallel ?? options);
    const product = parallel
      ? await powParallel(this.#open, terms, n)
      : await this.#open.run('multiPow', () => ({ ask: { terms, modulus: n, options: how } }));
    return present<O>(product, asBytes);
  }
}

/** The other options of a power that is to be split among the workers; undefined for any other power. */
function readParallel(options: unknown): { as?: unknown } | undefined {
  const names = ['method', 'window', 'table', 'earlyExit', 'as'] as const;
  const { method, ...others } = readOptional(options, 'options', names);
  if (method !== 'parallel') return undefined;
  const { as, ...more } = others;
  if (Object.keys(more).length > 0)
    throw new RangeError("options.method: 'parallel' goes with no other option but `as`");
  return as === undefined ? {} : { as };
}

/** Bytes are a view of the caller's memory, which may change, be long, or be shared. */
function copied<T extends Integer>(value: T): T {
  return typeof value === 'bigint' ? value : (new Uint8Array(value) as T);
}
