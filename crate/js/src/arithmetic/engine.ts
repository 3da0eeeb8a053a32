import type { Instance } from '../border/instance.js';
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

/** What computes for the object that `init` gives, and for all that it keeps. */
export class Engine implements Computing {
  readonly choice: KernelChoice;
  readonly instance: Instance;
  readonly crossover: Crossover | undefined;
  readonly integers: IntegerReader;
  /** Whether a number, in bytes without leading zeros, is a probable prime. */
  readonly isPrime: (n: Uint8Array) => boolean;

  constructor({ choice, instance, crossover }: Computing, integers: IntegerReader, isPrime: IsPrime) {
    this.choice = choice;
    this.instance = instance;
    this.crossover = crossover;
    this.integers = integers;
    this.isPrime = (n) => isPrime(n, instance);
  }

  /** Whether there is no kernel of WebAssembly. */
  get isBigint(): boolean {
    return this.choice.kernel === 'bigint';
  }
}

/** The test of primes of an entry. */
export type IsPrime = (n: Uint8Array, instance: Instance) => boolean;
