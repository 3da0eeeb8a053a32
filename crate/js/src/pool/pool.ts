/// <reference lib="esnext.disposable" preserve="true" />

import { memberReader, readOrder } from '../arithmetic/members.js';
import { type ModexpOptions, readModexp } from '../arithmetic/modexp.js';
import { PRIME_OPTIONS, type PrimeOptions, readPrimeSearch } from '../arithmetic/primes.js';
import { bindMethods, defineTag } from '../border/resource.js';
import type { MalformedProofError } from '../errors.js';

import { copied, type Integer, type IntegerReader, toBigint } from '../input/integers.js';
import { baseReader, type PowerParts, pairReader, splitPowers } from '../input/lists.js';
import { present, type Result, type ResultOptions, readForm } from '../input/options.js';
import { isAsyncIterable, readChoice, readCount, readFunction, readObject, readOptional } from '../input/reading.js';
import { readExponentBits, readSecretPower, type SecretOptions, secretTerm } from '../input/secrets.js';
import { orAborted } from '../input/signal.js';
import type { Kernel, KernelChoice } from '../kernels/kernel.js';
import { variants } from '../kernels/verifiers.generated.js';
import { type InitOptions, load } from '../start.js';
import {
  BATCH_OPTIONS,
  type BatchOptions,
  checkBatchOptions,
  EXPECTED,
  readVerifyOptions,
  type VerifyOptions,
} from '../vdf/options.js';
import type { ProofClaim, ProofFile } from '../vdf/proof-file.js';
import { readProofFor } from '../vdf/verify.js';
import type { OnCheckpoint } from './calls/checkpoint-delivery.js';
import { type Evaluation, evaluate } from './calls/evaluate.js';
import { areMembers, invAll, type List, multiPow, ownTerm, powAll, powSecretAll, type Results } from './calls/lists.js';
import { type Call, type CallOptions, readCallOptions } from './calls/options.js';
import { powParallel } from './calls/parallel-power.js';
import { prove } from './calls/prove.js';
import { randomPrime } from './calls/random-prime.js';
import { square } from './calls/square.js';
import {
  type EvaluationTask,
  type ProofTask,
  readCheckpoint,
  readEvaluationTask,
  readProofTask,
  TASK,
} from './calls/task.js';
import { verifyAll } from './calls/verify-all.js';
import type { NamedTerm } from './jobs/jobs.js';
import { loadProver } from './load-prover.js';
import { JobScheduler } from './threads/scheduler.js';
import { setScheduler } from './threads/schedulers.js';
import { type PoolWorker, scriptOf, type WorkerFile } from './threads/script.js';
import { parallelism } from './threads/thread.js';

export interface PoolOptions extends Omit<InitOptions, 'allowVariableTime' | 'first'> {
  /** The most workers, 1 to 256. Default: the number of threads that the machine can run at once. */
  workers?: number | undefined;
  /**
   * Makes a worker that runs `powmod/worker`: a Web Worker, or a worker of `node:worker_threads`. For pages whose
   * policy or bundler needs it. The pool calls it for each worker that it starts.
   */
  worker?: (() => PoolWorker) | undefined;
}

export interface VerifyAllOptions extends BatchOptions, CallOptions {}

export interface EvaluateOptions extends CallOptions {
  /**
   * A checkpoint to resume from, of the same modulus, input and iterations: from `onCheckpoint` or an `Evaluation`, or
   * text from its JSON. It is checked for damage, but not authenticated: whoever can write it can choose the output. A
   * proof of that output fails.
   */
  checkpoint?: Uint8Array | string | undefined;
  /**
   * Called with a checkpoint at once, then several times a second (less often if checkpoints are long), and at the end.
   * If it returns a promise, the next call comes after the promise has settled. An error that it throws ends the call.
   */
  onCheckpoint?: OnCheckpoint | undefined;
}

export interface ProveOptions extends CallOptions {
  /** The most bytes that the kept values may take, 0 to 2^32. Default 2^26. */
  memory?: number | undefined;
}

export interface PoolPowOptions extends ResultOptions {
  /** `'parallel'`: the workers share the power. */
  method?: 'parallel' | undefined;
}

export interface PoolProductOptions extends PoolPowOptions, CallOptions {}

export interface PowAllOptions extends ResultOptions, CallOptions {
  /** The exponents are secret, and have at most `exponentBits` bits each. */
  secret?: SecretOptions | undefined;
}

/** The type of each result of `modPowAll` with the options `O`. */
export type PowAllResult<O> = O extends { secret: SecretOptions } ? Uint8Array<ArrayBuffer> : Result<O>;

export interface InvAllOptions extends ResultOptions, CallOptions {}

export interface SquareOptions extends ResultOptions, CallOptions {}

export interface PoolPrimeOptions extends PrimeOptions, Pick<CallOptions, 'signal'> {}

const MAX_WORKERS = 256;

/** A call without options. */
const NO_CALL: Call = { onProgress: undefined, signal: undefined };

/** @internal See `createPool`. `file` is the worker's, where the entry knows it. */
export async function openPool(options: PoolOptions, file?: WorkerFile): Promise<Pool> {
  const names = ['workers', 'kernel', 'wasm', 'maxBits', 'worker', 'signal'] as const;
  const { workers, worker, kernel, wasm, maxBits, signal } = readObject(options, 'options', names);
  const most = workers === undefined ? undefined : readCount(workers, 'options.workers', 1, MAX_WORKERS);
  const make = readFunction<() => PoolWorker>(worker, 'options.worker');
  const {
    loaded,
    reason,
    integers,
    signal: checkedSignal,
  } = await load({ kernel, wasm, maxBits, signal } as InitOptions, variants);
  const start = { kind: 'start', wasm: loaded && { name: loaded.name, module: loaded.module } } as const;
  const script = await orAborted(checkedSignal, () => scriptOf(make, file));
  const scheduler = new JobScheduler(most ?? Math.min(parallelism(), MAX_WORKERS), script, start, () =>
    loadProver(loaded?.name, wasm as InitOptions['wasm']),
  );
  return new Pool({ kernel: loaded?.name ?? 'bigint', reason }, scheduler, integers);
}

/**
 * Workers that do the work of `Powmod` away from the calling thread: `createPool()` makes them.
 *
 * Arguments are those of the methods of `Powmod` with the same names. All are checked and copied before anything is
 * sent to a worker, but lists, which are read in parts as workers get free. An error rejects the
 * promise. A lost worker is replaced, and its work is done again. A call rejects with `ERR_WORKER` when it loses a
 * second worker, or when no worker can be started, and with a `TypeError` after `close`.
 *
 * In Node, Bun and Deno an idle pool does not keep the process alive, and an idle pool that is collected ends its
 * workers. To be sure, end the pool by `close()` or `await using`.
 */
export class Pool {
  /** The arithmetic kernel in use. */
  readonly kernel: Kernel;
  /** That kernel, and in words why it was chosen. */
  readonly choice: KernelChoice;
  readonly #scheduler: JobScheduler;
  readonly #integers: IntegerReader;
  /** Closes the pool; the same as `close()`. Only where the engine has `Symbol.asyncDispose`. */
  declare [Symbol.asyncDispose]: () => Promise<void>;

  /** @internal Use `createPool()`. */
  constructor(choice: KernelChoice, scheduler: JobScheduler, integers: IntegerReader) {
    defineTag(this, 'Pool', Symbol.asyncDispose, this.close);
    this.kernel = choice.kernel;
    this.choice = Object.freeze(choice);
    this.#scheduler = scheduler;
    setScheduler(this, scheduler);
    this.#integers = integers;
    bindMethods(this);
  }

  /**
   * `base^exponent mod modulus`. With `method: 'parallel'` the set bits of the exponent are split among the workers,
   * which saves most of the products but none of the squarings. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if the exponent is negative and the base has no inverse.
   *
   * @example
   * ```ts
   * await pool.modPow(2n, 10n, 1000n); // 24n
   * await pool.modPow(3n, 2n ** 1000n, 1000n, { method: 'parallel' }); // 921n
   * ```
   */
  async modPow<O extends PoolPowOptions = {}>(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options?: O & Readonly<PoolPowOptions>,
  ): Promise<Result<O>> {
    return this.#product([this.#term(base, exponent, 'base', 'exponent')], modulus, options);
  }

  /**
   * `x^a · y^b mod modulus`. With `method: 'parallel'` two workers compute one power each. Time depends on all
   * arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * await pool.modPow2(2n, 10n, 3n, 5n, 1000n); // 832n
   * ```
   */
  async modPow2<O extends PoolPowOptions = {}>(
    x: Integer,
    a: Integer,
    y: Integer,
    b: Integer,
    modulus: Integer,
    options?: O & Readonly<PoolPowOptions>,
  ): Promise<Result<O>> {
    const terms = [this.#term(x, a, 'x', 'a'), this.#term(y, b, 'y', 'b')];
    return this.#product(terms, modulus, options);
  }

  /**
   * The product of `base^exponent` over `[base, exponent]` pairs, modulo `modulus`; 1 modulo it if there are none. The
   * pairs are an array or another iterable, which may be asynchronous, and are read in parts. With `method: 'parallel'`
   * the pairs are split among the workers. Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse.
   *
   * @example
   * ```ts
   * await pool.modMultiPow([[2n, 10n], [3n, 5n], [5n, 2n]], 1000n); // 800n
   * ```
   */
  async modMultiPow<O extends PoolProductOptions = {}>(
    terms: Iterable<readonly [Integer, Integer]> | AsyncIterable<readonly [Integer, Integer]>,
    modulus: Integer,
    options?: O & Readonly<PoolProductOptions>,
  ): Promise<Result<O>> {
    const scheduler = this.#open;
    const n = this.#integers.modulusCopy(modulus, 'modulus');
    const values = readOptional(options, 'options', ['method', 'as', 'length', 'onProgress', 'signal']);
    const { isParallel, form } = checkPowOptions(values, n);
    const reader = pairReader((base, exponent, names) => this.#term(base, exponent, ...names));
    return present<O>(await multiPow(scheduler, reader, terms, n, readCallOptions(values), isParallel), form);
  }

  /**
   * `base^exponent mod modulus` for a secret exponent: see `Powmod.modPowSecret`. The bytes move to the worker without
   * a copy in the message, and pool and worker wipe theirs. The message with the result leaves a copy in the engine's
   * memory.
   *
   * @throws RangeError and PowmodError as for `Powmod.modPowSecret`.
   *
   * @example
   * ```ts
   * await pool.modPowSecret(2n, new Uint8Array([10]), 1000003n, { exponentBits: 8 }); // Uint8Array(3) [ 0, 4, 0 ]
   * ```
   */
  async modPowSecret(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    options: SecretOptions,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const bits = readExponentBits(options, 'options', this.#integers);
    const power = { parts: [base, exponent], names: ['base', 'exponent'] } as const;
    const list = { source: [power], name: '', content: '', read: () => power, keep: undefined };
    const [result] = (await this.#secretPowers(list, modulus, bits, NO_CALL)) as [Uint8Array<ArrayBuffer>];
    return result;
  }

  /**
   * The powers of bases with one exponent, or of `[base, exponent]` pairs, in their order. The list is an array or
   * another iterable of any length: a promise gives all results. Or it is an asynchronous iterable, and so are the
   * results: the list is read as far ahead of them as the workers need, so that no more of it takes memory. All workers
   * share the list, in slices of tens of milliseconds; a single power is never split. Numbers are read while the call
   * runs: change and wipe none before it ends. With `secret` the exponents are secret as for `modPowSecret`, and
   * results are bytes of the modulus's length. Without it time depends on all arguments: not for secrets.
   *
   * @throws RangeError if an exponent is negative and its base has no inverse. With `secret`, RangeError and
   *   PowmodError as for `Powmod.modPowSecret`.
   *
   * @example
   * ```ts
   * await pool.modPowAll([2n, 3n, 4n], 10n, 1000n); // [ 24n, 49n, 576n ]
   * await pool.modPowAll([[2n, 10n], [3n, -1n]], 1001n); // [ 23n, 334n ]
   * const secret = { exponentBits: 8 };
   * await pool.modPowAll([2n], new Uint8Array([10]), 1000003n, { secret }); // [ Uint8Array(3) [ 0, 4, 0 ] ]
   * ```
   */
  modPowAll<O extends PowAllOptions = {}>(
    bases: Iterable<Integer>,
    exponent: Integer,
    modulus: Integer,
    options?: O & Readonly<PowAllOptions>,
  ): Promise<PowAllResult<O>[]>;
  modPowAll<O extends PowAllOptions = {}>(
    terms: Iterable<readonly [Integer, Integer]>,
    modulus: Integer,
    options?: O & Readonly<PowAllOptions>,
  ): Promise<PowAllResult<O>[]>;
  modPowAll<O extends PowAllOptions = {}>(
    bases: AsyncIterable<Integer>,
    exponent: Integer,
    modulus: Integer,
    options?: O & Readonly<PowAllOptions>,
  ): AsyncGenerator<PowAllResult<O>, void>;
  modPowAll<O extends PowAllOptions = {}>(
    terms: AsyncIterable<readonly [Integer, Integer]>,
    modulus: Integer,
    options?: O & Readonly<PowAllOptions>,
  ): AsyncGenerator<PowAllResult<O>, void>;
  modPowAll(list: unknown, ...rest: unknown[]): Results<unknown> {
    return inItsWay<unknown>(list, () => {
      const scheduler = this.#open;
      const { modulus, options, ...powers } = splitPowers(list, rest);
      const values = readOptional(options, 'options', ['secret', 'as', 'length', 'onProgress', 'signal']);
      const { secret, as, length } = values;
      const call = readCallOptions(values);
      if (secret !== undefined) {
        if (as !== undefined || length !== undefined)
          throw new RangeError('options.secret: gives bytes of the modulus’s length, without `as` and `length`');
        const bits = readExponentBits(secret, 'options.secret', this.#integers);
        return this.#secretPowers({ source: list, ...powers }, modulus, bits, call);
      }
      const n = this.#integers.modulusCopy(modulus, 'modulus');
      const form = readForm(as, length, n);
      const read = (entry: unknown, i: number) => {
        const { parts, names } = powers.read(entry, i);
        return this.#term(...parts, ...names);
      };
      return powAll(scheduler, { ...powers, source: list, read }, n, call, (power) => present(power, form));
    });
  }

  /**
   * The inverses of numbers, in their order: see `Modulus.invAll`. The list and the results are as for `modPowAll`.
   * Time depends on all arguments: not for secrets.
   *
   * @throws RangeError if one has no inverse. It names one such.
   *
   * @example
   * ```ts
   * await pool.modInvAll([3n, 7n], 1000n); // [ 667n, 143n ]
   * ```
   */
  modInvAll<O extends InvAllOptions = {}>(
    list: Iterable<Integer>,
    modulus: Integer,
    options?: O & Readonly<InvAllOptions>,
  ): Promise<Result<O>[]>;
  modInvAll<O extends InvAllOptions = {}>(
    list: AsyncIterable<Integer>,
    modulus: Integer,
    options?: O & Readonly<InvAllOptions>,
  ): AsyncGenerator<Result<O>, void>;
  modInvAll(list: unknown, modulus: unknown, options?: unknown): Results<unknown> {
    return inItsWay(list, () => {
      const scheduler = this.#open;
      const values = readOptional(options, 'options', ['as', 'length', 'onProgress', 'signal']);
      const call = readCallOptions(values);
      const n = this.#integers.modulusCopy(modulus, 'modulus');
      const form = readForm(values.as, values.length, n);
      const numbers = { source: list, keep: undefined, ...baseReader('list', this.#integers) };
      return invAll(scheduler, numbers, n, call, (x) => present(x, form));
    });
  }

  /**
   * Whether each number is a member of the subgroup of order q, in their order: see `Modulus.inSubgroup`. The list and
   * the results are as for `modPowAll`. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * await pool.inSubgroup([2n, 5n, 23n], 11n, 23n); // [ true, false, false ]
   * ```
   */
  inSubgroup(list: Iterable<Integer>, q: Integer, modulus: Integer, options?: CallOptions): Promise<boolean[]>;
  inSubgroup(
    list: AsyncIterable<Integer>,
    q: Integer,
    modulus: Integer,
    options?: CallOptions,
  ): AsyncGenerator<boolean, void>;
  inSubgroup(list: unknown, q: unknown, modulus: unknown, options?: unknown): Results<boolean> {
    return inItsWay(list, () => {
      const scheduler = this.#open;
      const call = readCallOptions(readOptional(options, 'options', ['onProgress', 'signal']));
      const order = readOrder(q, this.#integers);
      const n = this.#integers.modulusCopy(modulus, 'modulus');
      return areMembers(scheduler, { source: list, keep: undefined, ...memberReader(toBigint(n)) }, order, n, call);
    });
  }

  /**
   * `x^(2^times) mod modulus`: `times` squarings, 0 to 2^53 − 1, in one worker, modulo any number. It keeps no
   * checkpoints and does not check itself; `evaluate` does both, modulo a number that is fit for a delay. Time depends
   * on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * await pool.square(3n, 5, 1000n); // 841n
   * ```
   */
  async square<O extends SquareOptions = {}>(
    x: Integer,
    times: number,
    modulus: Integer,
    options?: O & Readonly<SquareOptions>,
  ): Promise<Result<O>> {
    const scheduler = this.#open;
    const values = readOptional(options, 'options', ['as', 'length', 'onProgress', 'signal']);
    const call = readCallOptions(values);
    const task = {
      x: copied(this.#integers.base(x, 'x')),
      times: readCount(times, 'times', 0, Number.MAX_SAFE_INTEGER),
      modulus: this.#integers.modulusCopy(modulus, 'modulus'),
    };
    const form = readForm(values.as, values.length, task.modulus);
    return present<O>(await square(scheduler, task, call), form);
  }

  /**
   * Ethereum's precompiled contract 0x05, in a worker: see `Powmod.modexp`. Time depends on the input: not for secrets.
   *
   * @throws RangeError as `Powmod.modexp`.
   */
  async modexp(input: Uint8Array, options?: ModexpOptions): Promise<Uint8Array<ArrayBuffer>> {
    const { base, exponent, modulus, length } = readModexp(input, options, this.#integers.maxBits);
    void this.#open; // where no worker is asked too
    if (modulus.length === 0) return new Uint8Array(length);
    return this.modPow(base, exponent, modulus, { as: 'bytes', length });
  }

  /**
   * A random prime: see `Powmod.randomPrime`, which gives the same prime for the same `random`. The workers test
   * several candidates side by side. `random` is called in the calling thread, before any work starts.
   *
   * @throws TypeError if `random` gives no bytes, RangeError if a wrong number of them. What it throws itself is thrown
   *   as it is.
   *
   * @example
   * ```ts
   * const p = await pool.randomPrime(256, { safe: true, signal: AbortSignal.timeout(60_000) });
   * p >> 254n; // 3n
   * ```
   */
  async randomPrime(bits: number, options?: PoolPrimeOptions): Promise<bigint> {
    const scheduler = this.#open;
    const values = readOptional(options, 'options', [...PRIME_OPTIONS, 'signal']);
    const { signal } = readCallOptions({ onProgress: undefined, signal: values.signal });
    return randomPrime(scheduler, readPrimeSearch(bits, values, this.#integers.maxBits), signal);
  }

  /**
   * Whether a proof is valid: see `Powmod.verify`. Time depends on all arguments: not for secrets.
   *
   * @throws MalformedProofError if a field is missing, unknown or out of its range.
   *
   * @example
   * ```ts
   * await pool.verify(proof, { expect: { modulus: 'RSA-2048', iterations: 2 ** 20 } }); // true
   * ```
   */
  async verify(proof: ProofFile | ProofClaim | string | Uint8Array, options?: VerifyOptions): Promise<boolean> {
    const checked = readVerifyOptions(options, this.#integers);
    const read = readProofFor(this.#integers.maxBits, proof);
    return this.#open.run('verify', { proof: read, options: checked });
  }

  /**
   * Verifies any number of proofs, spread among the workers. The verdicts have the order of the proofs. The list and
   * the results are as for `modPowAll`. A malformed proof gives its error as its verdict. With `batch: true` those of
   * one modulus are verified together, up to 128 at a time. Time depends on all arguments: not for secrets.
   *
   * @example
   * ```ts
   * const wrong = { ...proof, output: proof.input };
   * await pool.verifyAll([proof, wrong]); // [ true, false ]
   * ```
   */
  verifyAll(
    proofs: Iterable<ProofFile | ProofClaim | string | Uint8Array> & object,
    options?: VerifyAllOptions,
  ): Promise<(boolean | MalformedProofError)[]>;
  verifyAll(
    proofs: AsyncIterable<ProofFile | ProofClaim | string | Uint8Array>,
    options?: VerifyAllOptions,
  ): AsyncGenerator<boolean | MalformedProofError, void>;
  verifyAll(proofs: unknown, options?: unknown): Results<boolean | MalformedProofError> {
    return inItsWay(proofs, () => {
      const scheduler = this.#open;
      const values = readOptional(options, 'options', [...BATCH_OPTIONS, 'onProgress', 'signal'], EXPECTED);
      const checked = checkBatchOptions(values, this.#integers);
      const call = readCallOptions(values);
      return verifyAll(scheduler, proofs, checked, this.#integers.maxBits, call);
    });
  }

  /**
   * x^(2^T) mod N, in one worker, because each squaring needs the one before. The worker checks its squarings from time
   * to time (Gerbicz's check) and repeats those that fail. Time depends on all arguments: not for secrets.
   *
   * @throws PowmodError `ERR_CHECKPOINT` if the checkpoint is damaged, or of another modulus, input or number of
   *   squarings; `ERR_KERNEL_UNAVAILABLE` on the kernel `bigint`, which does not evaluate.
   *
   * @example
   * ```ts
   * const { output } = await pool.evaluate({ modulus: 'RSA-2048', input: 3n, iterations: 5 });
   * output; // 1853020188851841n
   * ```
   */
  async evaluate(task: EvaluationTask, options?: EvaluateOptions): Promise<Evaluation> {
    const names = ['checkpoint', 'onCheckpoint', 'onProgress', 'signal'] as const;
    const values = readOptional(options, 'options', names, TASK);
    const { checkpoint, onCheckpoint } = values;
    return evaluate(this.#open, readEvaluationTask(task, this.#integers), {
      ...readCallOptions(values),
      checkpoint: checkpoint === undefined ? undefined : readCheckpoint(checkpoint, 'options.checkpoint'),
      onCheckpoint: readFunction<OnCheckpoint>(onCheckpoint, 'options.onCheckpoint'),
    });
  }

  /**
   * Evaluates, unless the task has an evaluation, and proves the output: a Wesolowski proof with all workers, a
   * Pietrzak proof with one. The proof is verified before it is returned. Progress is first that of the evaluation, if
   * the task has no complete one, and then, from 0 again, that of the proof. Time depends on all arguments: not for
   * secrets.
   *
   * @throws PowmodError `ERR_CHECKPOINT` if the evaluation is damaged, or of another modulus, input or number of
   *   squarings; `ERR_KERNEL_UNAVAILABLE` on the kernel `bigint`, which does not prove.
   *
   * @example
   * ```ts
   * const made = await pool.prove({ scheme: 'wesolowski', modulus: 'RSA-2048', input: 3n, iterations: 1000 });
   * await pool.verify(made, { expect: { modulus: 'RSA-2048', input: 3n, iterations: 1000 } }); // true
   * ```
   */
  async prove(task: ProofTask, options?: ProveOptions): Promise<ProofFile> {
    const values = readOptional(options, 'options', ['memory', 'onProgress', 'signal'], TASK);
    const { task: checked, ...rest } = readProofTask(task, values.memory, this.#integers);
    return prove(this.#open, checked, { ...readCallOptions(values), ...rest });
  }

  /**
   * Ends the workers, and resolves when none is left. Unfinished calls reject with `ERR_WORKER`, and any later call is
   * a `TypeError`. A second `close` does nothing.
   *
   * @example
   * ```ts
   * await pool.close();
   * await pool.modPow(2n, 10n, 1000n); // throws TypeError: pool: was closed
   * ```
   */
  close(): Promise<void> {
    return this.#scheduler.close();
  }

  /** The scheduler of an open pool. @throws TypeError after `close`. */
  get #open(): JobScheduler {
    if (this.#scheduler.isClosed) throw new TypeError('pool: was closed');
    return this.#scheduler;
  }

  #secretPowers(list: List<PowerParts>, modulus: unknown, bits: number, call: Call): Results<Uint8Array<ArrayBuffer>> {
    const scheduler = this.#open;
    const n = this.#integers.modulusCopy(modulus, 'modulus');
    const read = (entry: unknown, i: number) => {
      const { parts, names } = list.read(entry, i);
      return ownTerm(secretTerm(readSecretPower([...parts, ...names], bits, this.#integers), n));
    };
    return powSecretAll(scheduler, { ...list, read }, n, bits, call);
  }

  /** A checked term, copied. */
  #term(base: unknown, exponent: unknown, baseName: string, exponentName: string): NamedTerm {
    return {
      base: copied(this.#integers.base(base, baseName)),
      exponent: copied(this.#integers.exponent(exponent, exponentName)),
      baseName,
    };
  }

  async #product<O extends PoolPowOptions>(terms: NamedTerm[], modulus: Integer, options?: O): Promise<Result<O>> {
    const n = this.#integers.modulusCopy(modulus, 'modulus');
    const { isParallel, form } = checkPowOptions(readOptional(options, 'options', ['method', 'as', 'length']), n);
    const product = isParallel
      ? await powParallel(this.#open, terms, n)
      : await this.#open.run('multiPow', { terms, modulus: n });
    return present<O>(product, form);
  }
}

/** Whether the workers share a power, and the form of the result. */
function checkPowOptions(
  { method, as, length }: { [name in 'method' | 'as' | 'length']?: unknown },
  modulus: Uint8Array,
) {
  const isParallel = method !== undefined && readChoice(method, 'options.method', ['parallel']) === 'parallel';
  return { isParallel, form: readForm(as, length, modulus) };
}

/**
 * The results of a list: a promise, or for an asynchronous list a generator. Either fails where `work` throws, which
 * reads all arguments now: the caller may change their bytes before the generator is asked.
 */
function inItsWay<T>(list: unknown, work: () => Results<T>): Results<T> {
  if (!isAsyncIterable(list)) return soon(work as () => Promise<T[]>);
  try {
    return work();
  } catch (error) {
    return failing(error);
  }
}

// biome-ignore lint/correctness/useYield: it has no results
async function* failing(error: unknown): AsyncGenerator<never, void> {
  throw error;
}

async function soon<T>(work: () => Promise<T[]>): Promise<T[]> {
  return work();
}
