// The operations of ../operations.js, drawn by fast-check, which repeats and shrinks what fails, on the kernel that the
// package chooses, on each kernel by its name, on a pool and by the functions. Numbers, lists and options come in every
// allowed form.
import fc from 'fast-check';
import * as powmod from 'powmod';
import { init, type Powmod } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { instances } from '../../support/instances.ts';
import { methodsOf } from '../../support/methods.js';
import { compareOperation, Draw, FUNCTIONS, OPERATIONS, startFunctions } from '../operations.js';
import { arrayOf, FORMS, KINDS, OPTIONS, optionsOf } from './given.ts';
import type { Target } from './target.ts';

/** `auto`, where BigInt computes what it computes faster, and each kernel by its name. */
const kernels = new Map([['auto', await init()], ...instances.map((pm) => [pm.kernel, pm] satisfies [string, Powmod])]);
// Without allowVariableTime the kernel bigint has no calls for secrets.
kernels.set('bigint', await init({ kernel: 'bigint', allowVariableTime: true }));

/** Draws as fast-check does. */
class Shrinking extends Draw {
  readonly #value: fc.GeneratorValue;

  constructor(value: fc.GeneratorValue) {
    super(0);
    this.#value = value;
  }

  override below(count: number): number {
    return this.#value(fc.nat, count - 1);
  }

  override given(x: bigint): bigint | Uint8Array {
    return this.below(3) === 0 ? x : this.bytes(x);
  }

  override bytes(x: bigint): bigint | Uint8Array {
    return x < 0n ? x : (FORMS[this.of(Object.keys(FORMS))] as (typeof FORMS)[string])(x, this.below(4));
  }

  override array<T>(entries: T[]): T[] {
    return arrayOf(this.of(KINDS), entries) as T[];
  }

  override options<T extends object>(options: T): T {
    return optionsOf(this.of(OPTIONS), options) as T;
  }
}

const namesOf = (wanted: (name: string) => boolean) => fc.constantFrom(...Object.keys(OPERATIONS).filter(wanted));

/** Checks that an ordinary call still works. */
export function stillWorks(pm: Powmod): void {
  if (pm.modPow(3n, 200n, 1009n) !== 985n) throw new Error('the next call answered wrongly');
}

/** A property of the operations that are wanted, on one kernel or another. */
const onKernels = (wanted: (name: string) => boolean) =>
  fc.asyncProperty(fc.constantFrom(...kernels.keys()), namesOf(wanted), fc.gen(), async (kernel, name, value) => {
    const pm = kernels.get(kernel) as Powmod;
    await compareOperation(name, pm, new Shrinking(value));
    stillWorks(pm);
  });

const OF_MODULUS = /^(m|fixedBase|tables)\./;
// Each kind has the same time. What takes long would take it from the others.
const isLong = (name: string) =>
  /^(pm\.(rsaPrivateKey|hash|element|verify)|rsaPrivateKey|challenge|readProof|ready|m\.(sqrt|inSubgroup))/.test(name);
const isShort = (name: string) => !isLong(name) && !/Secret|Prime|^pool/.test(name);

export const onInstance: Target = {
  name: 'numbers',
  property: () => onKernels((name) => isShort(name) && !OF_MODULUS.test(name)),
};

export const onModulus: Target = {
  name: 'kept-modulus',
  property: () => onKernels((name) => isShort(name) && OF_MODULUS.test(name)),
};

export const secrets: Target = {
  name: 'secrets',
  property: () => onKernels((name) => /^(?!pool).*Secret/.test(name)),
};

export const primes: Target = {
  name: 'primes',
  property: () => onKernels((name) => /^pm.*Prime/.test(name)),
};

export const long: Target = {
  name: 'long',
  property: () => onKernels(isLong),
};

export const onFunctions: Target = {
  name: 'functions',
  async property() {
    await startFunctions();
    return fc.asyncProperty(fc.constantFrom(...Object.keys(FUNCTIONS)), fc.gen(), async (name, value) =>
      compareOperation(name, powmod, new Shrinking(value)),
    );
  },
};

/** The suite of proofs has the oracles for these. */
const NOT_COMPARED = ['evaluate', 'prove', 'close'];

let pool: Pool | undefined;

export const onPool: Target = {
  name: 'pool-numbers',
  async property() {
    const own = await createPool({ workers: 2 });
    pool = own;
    const missing = methodsOf(own).filter((name) => !NOT_COMPARED.includes(name) && !(`pool.${name}` in OPERATIONS));
    if (missing.length > 0) throw new Error(`the table lacks ${missing} of a pool`);
    return fc.asyncProperty(
      namesOf((name) => name.startsWith('pool.')),
      fc.gen(),
      async (name, value) => {
        await compareOperation(name, own, new Shrinking(value));
        if ((await own.modPow(3n, 200n, 1009n)) !== 985n) throw new Error('the next call answered wrongly');
      },
    );
  },
  end: async () => pool?.close(),
};
