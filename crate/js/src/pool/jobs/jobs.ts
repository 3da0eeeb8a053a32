/**
 * The jobs of a pool's workers, by name. Each is a function: what the pool sends for it, what it answers and which
 * updates it sends meanwhile are the types of this function. A worker does one job after the other.
 */
import { areMembers, squaringsOfMember } from '../../arithmetic/members.js';
import * as chia from '../../border/chia-operations.generated.js';
import * as operations from '../../border/powers-operations.generated.js';
import { plainVerdict } from '../../border/refusal.js';
import type { Term } from '../../border/types.generated.js';
import { fieldPath, type Given, type Verdict } from '../../border/wire.js';
import { areEqual, bytesToBigint } from '../../bytes.js';
import { bitLength, type Integer } from '../../input/integers.js';
import type { PartModule } from '../../kernels/kernel.js';
import { verifyInOneCall } from '../../vdf/verify.js';
import { type Channel, entriesInSlice, INTERVAL_MS, type Instances, one, SLICE, slicesOf } from './job.js';
import * as prover from './prover.js';

/** One factor of a product of powers, and the name of its base in errors. */
export interface NamedTerm extends Term {
  baseName: string;
}

interface Powers {
  terms: readonly NamedTerm[];
  modulus: Uint8Array;
}

interface SecretPowers {
  terms: readonly operations.SecretTerm[];
  modulus: Uint8Array;
  bits: number;
}

/** Entries of a list from the entry `first` on. */
interface Inverses {
  list: readonly Integer[];
  first: number;
  modulus: Uint8Array;
}

/** x^(2^times) mod N, of whose squarings `done` are done before. */
interface Squarings {
  x: Integer;
  times: number;
  done: number;
  modulus: Uint8Array;
}

/** The verdict is by the Jacobi symbol, or by the power with this exponent. */
interface Members {
  list: readonly bigint[];
  exponent: Uint8Array;
  modulus: Uint8Array;
  bySymbol: boolean;
}

interface Verifications {
  proofs: readonly operations.Proof[];
  options: operations.CheckedOptions;
  batch: boolean;
}

interface ChiaVerifications {
  module: PartModule;
  proofs: readonly chia.ChiaProof[];
  strict: boolean;
  discriminantBits: number | undefined;
}

export const jobs = {
  multiPow: ({ instance }: Instances, { terms, modulus }: Powers) =>
    instance.call(operations.multiPow, { modulus, terms, tables: [] }, (field, index) =>
      index === undefined ? field : (terms[index] as NamedTerm).baseName,
    ),

  /** The product of residues; of none it is 1 mod N. */
  multiply: one(operations.product),

  invAll: ({ instance }: Instances, { list, first, modulus }: Inverses) =>
    instance.call(operations.invAll, { modulus, list }, (field, index) =>
      index === undefined ? field : fieldPath(field, first + index),
    ),

  async powAll({ instance }: Instances, { terms, modulus }: Powers, channel: Channel<number>) {
    const powers: Uint8Array<ArrayBuffer>[] = [];
    for await (const [term] of slicesOf(terms, 1, channel)) {
      const { base, exponent, baseName } = term as NamedTerm;
      const nameOf = (field: string) => (field === 'base' ? baseName : field);
      powers.push(instance.call(operations.pow, { modulus, base, exponent }, nameOf));
    }
    return powers;
  },

  /** Wipes the terms. */
  async powSecret({ instance }: Instances, { terms, modulus, bits }: SecretPowers, channel: Channel<number>) {
    const powers: Uint8Array<ArrayBuffer>[] = [];
    try {
      for await (const slice of slicesOf(terms, 1, channel))
        powers.push(instance.call(operations.powSecret, { modulus, terms: slice, bits }));
      return powers;
    } finally {
      for (const { base, exponent } of terms) for (const { bytes } of [base, exponent]) bytes.fill(0);
    }
  },

  /** An update has the power so far. */
  async square(
    { instance }: Instances,
    { x, times, done, modulus }: Squarings,
    channel: Channel<{ power: Uint8Array<ArrayBuffer>; done: number }>,
  ) {
    const squared = (x: Integer, times: number) => instance.call(operations.square, { modulus, x, times });
    let power: Uint8Array<ArrayBuffer> | undefined;
    let next = performance.now() + INTERVAL_MS;
    for (; times - done > SLICE; done += SLICE) {
      const before = power;
      power = squared(power ?? x, SLICE);
      // Each further slice would end here again, as modulo a power of two: only the rest of one is left.
      if (before && areEqual(before, power)) done = times - ((times - done) % SLICE) - SLICE;
      const now = performance.now();
      if (now >= next) {
        channel.send({ power, done: done + SLICE });
        next = now + INTERVAL_MS;
      }
      await channel.pause();
    }
    return squared(power ?? x, times - done);
  },

  async areMembers({ instance }: Instances, { list, exponent, modulus, bySymbol }: Members, channel: Channel<number>) {
    const areRootsOfUnity = (list: readonly Uint8Array[], exponent: Uint8Array) =>
      instance.call(operations.areRootsOfUnity, { modulus, list, exponent });
    const asked = { n: bytesToBigint(modulus), order: bytesToBigint(exponent), bySymbol, areRootsOfUnity };
    const results: boolean[] = [];
    const size = entriesInSlice(squaringsOfMember(exponent, bySymbol));
    for await (const slice of slicesOf(list, size, channel)) results.push(...areMembers(slice, asked));
    return results;
  },

  isPrime: one(operations.isProbablePrime),

  sievePrimes: one(operations.sievePrimes),

  /** The first of these indices whose candidate is a prime. */
  async firstPrime(
    { instance }: Instances,
    { indices, ...given }: Given<typeof operations.firstPrime>,
    channel: Channel<number>,
  ) {
    for await (const slice of slicesOf(indices, entriesInSlice(bitLength(given.first)), channel)) {
      const index = instance.call(operations.firstPrime, { ...given, indices: slice });
      if (index >= 0) return index;
    }
    return undefined;
  },

  verify: one(operations.verify),

  async verifyAll({ instance }: Instances, { proofs, options, batch }: Verifications, channel: Channel<number>) {
    if (batch || proofs.length === 0) return verifyInOneCall(instance, proofs, options, batch);
    const verdicts: Verdict[] = [];
    for await (const slice of slicesOf(proofs, 1, channel))
      verdicts.push(...verifyInOneCall(instance, slice, options, false));
    return verdicts;
  },

  async chiaVerify({ part }: Instances, { module, proofs, ...options }: ChiaVerifications, channel: Channel<number>) {
    const verdicts: Verdict[] = [];
    for await (const [proof] of slicesOf(proofs, 1, channel))
      verdicts.push(
        plainVerdict(() => part(module).call(chia.chiaVerify, { proof: proof as chia.ChiaProof, ...options })),
      );
    return verdicts;
  },

  ...prover,
};

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
type JobOf<Job> = Job extends (instances: Instances, args: infer Args, channel: infer To) => infer Result
  ? { args: Args; update: To extends Channel<infer Update> ? Update : never; result: Awaited<Result> }
  : never;
export type JobArguments<Name extends JobName> = JobOf<Jobs[Name]>['args'];
export type JobUpdate<Name extends JobName> = JobOf<Jobs[Name]>['update'];
export type JobResult<Name extends JobName> = JobOf<Jobs[Name]>['result'];
