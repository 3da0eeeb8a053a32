import type { Instance } from '../border/instance.js';
import { messageOf, PowmodError } from '../errors.js';
import type { IntegerReader } from '../input/integers.js';
import type { KernelChoice } from '../kernels/kernel.js';
import type { Crossover } from './crossover.js';

/** A kernel, and where BigInt takes over from it. */
export interface Computing {
  readonly choice: KernelChoice;
  readonly instance: Instance;
  /** Undefined if the caller asked for one kernel. */
  readonly crossover: Crossover | undefined;
}

/** The parts of an engine. */
export interface EngineParts {
  integers: IntegerReader;
  isPrime(n: Uint8Array, instance: Instance): boolean;
  /** What computes when it is there: until then it is BigInt. */
  next: Promise<Computing> | undefined;
}

/** What computes for the object that `init` gives, and for all that it keeps. */
export class Engine implements Computing {
  readonly integers: IntegerReader;
  /** Whether a number, in bytes without leading zeros, is a probable prime. */
  readonly isPrime: (n: Uint8Array) => boolean;
  /** Settles when no other kernel is to come. */
  readonly ready: Promise<void>;
  #now: Computing;
  #isPending = false;

  constructor(now: Computing, { integers, isPrime, next }: EngineParts) {
    this.#now = now;
    this.integers = integers;
    this.isPrime = (n) => isPrime(n, this.instance);
    this.ready = next ? this.#replaceBy(next) : Promise.resolve();
    this.ready.catch(() => {}); // whoever does not wait goes on with BigInt
  }

  async #replaceBy(next: Promise<Computing>): Promise<void> {
    this.#isPending = true;
    try {
      this.#now = await next;
    } catch (error) {
      this.#now = { ...this.#now, choice: Object.freeze({ kernel: 'bigint', reason: messageOf(error) }) };
      throw error;
    } finally {
      this.#isPending = false;
    }
  }

  get choice(): KernelChoice {
    return this.#now.choice;
  }

  get instance(): Instance {
    return this.#now.instance;
  }

  get crossover(): Crossover | undefined {
    return this.#now.crossover;
  }

  /** Whether there is no kernel of WebAssembly. */
  get isBigint(): boolean {
    return this.choice.kernel === 'bigint';
  }

  /** Whether another kernel is to come, which all that is kept must be made for again. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** The kernel for a call on secrets. @throws PowmodError as long as another kernel is to come */
  get forSecrets(): Instance {
    if (!this.#isPending) return this.instance;
    const reason =
      'kernel bigint: has no calls for secrets, and another kernel is being loaded: await pm.ready before them';
    throw new PowmodError('ERR_KERNEL_UNAVAILABLE', reason);
  }
}
