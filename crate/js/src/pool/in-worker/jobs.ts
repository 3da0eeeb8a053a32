/** The jobs of a worker: one function for each. */
import { areMembers, SQUARINGS_OF_A_SYMBOL } from '../../arithmetic/members.js';
import * as chia from '../../border/chia-operations.generated.js';
import type { Instance } from '../../border/instance.js';
import * as operations from '../../border/powers-operations.generated.js';
import { plainVerdict } from '../../border/refusal.js';
import { fieldPath, type Verdict } from '../../border/wire.js';
import { areEqual, bytesToBigint } from '../../bytes.js';
import { bitLength, type Integer } from '../../input/integers.js';
import { verifyInOneCall } from '../../vdf/verify.js';
import type { JobName, NamedTerm } from '../threads/job-types.js';
import { type Channel, INTERVAL_MS, type Job, SLICE } from './job.js';
import * as prover from './prover.js';

/** The time for short powers between two pauses. */
const SLICE_MS = 20;

export const jobs: { [Name in JobName]: Job<Name> } = {
  multiPow({ instance }, { terms, modulus }) {
    return instance.call(operations.multiPow, { modulus, terms, tables: [] }, (field, index) =>
      index === undefined ? field : (terms[index] as NamedTerm).baseName,
    );
  },

  multiply({ instance }, { factors, modulus }) {
    return instance.call(operations.product, { modulus, factors });
  },

  invAll({ instance }, { list, first, modulus }) {
    return instance.call(operations.invAll, { modulus, list }, (field, index) =>
      index === undefined ? field : fieldPath(field, first + index),
    );
  },

  powAll: ({ instance }, { terms, modulus }, channel) =>
    inSlices(terms, channel, (term) => power(instance, term, modulus)),

  async powSecret({ instance }, { terms, modulus, bits }, channel) {
    try {
      return await inSlices(terms, channel, (term) =>
        instance.call(operations.powSecret, { modulus, terms: [term], bits }),
      );
    } finally {
      for (const { base, exponent } of terms) for (const { bytes } of [base, exponent]) bytes.fill(0);
    }
  },

  async square({ instance }, { x, times, done, modulus }, channel) {
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

  async areMembers({ instance }, { list, exponent, modulus, bySymbol }, channel) {
    const areRootsOfUnity = (list: readonly Uint8Array[], exponent: Uint8Array) =>
      instance.call(operations.areRootsOfUnity, { modulus, list, exponent });
    const asked = { n: bytesToBigint(modulus), order: bytesToBigint(exponent), bySymbol, areRootsOfUnity };
    const size = Math.max(1, Math.floor(SLICE / (bySymbol ? SQUARINGS_OF_A_SYMBOL : bitLength(exponent))));
    const results: boolean[] = [];
    for (let at = 0; at < list.length; at += size) {
      results.push(...areMembers(list.slice(at, at + size), asked));
      channel.send(results.length);
      await channel.pause();
    }
    return results;
  },

  isPrime: ({ instance }, given) => instance.call(operations.isProbablePrime, given),

  sievePrimes: ({ instance }, given) => instance.call(operations.sievePrimes, given),

  async firstPrime({ instance }, { indices, ...given }, channel) {
    const size = Math.max(1, Math.floor(SLICE / bitLength(given.first)));
    for (let at = 0; at < indices.length; at += size) {
      await channel.pause();
      const index = instance.call(operations.firstPrime, { ...given, indices: indices.slice(at, at + size) });
      if (index >= 0) return index;
    }
    return undefined;
  },

  verify: ({ instance }, given) => instance.call(operations.verify, given),

  async verifyAll({ instance }, { proofs, options, batch }, channel) {
    if (batch || proofs.length === 0) return verifyInOneCall(instance, proofs, options, batch);
    const verdicts: Verdict[] = [];
    for (const proof of proofs) {
      verdicts.push(...verifyInOneCall(instance, [proof], options, false));
      await channel.pause();
    }
    return verdicts;
  },

  async chiaVerify({ part }, { module, proofs, ...options }, channel) {
    const instance = part(module);
    const verdicts: Verdict[] = [];
    for (const proof of proofs) {
      verdicts.push(plainVerdict(() => instance.call(chia.chiaVerify, { proof, ...options })));
      channel.send(verdicts.length);
      await channel.pause();
    }
    return verdicts;
  },

  ...prover,
};

function power(instance: Instance, { base, exponent, baseName }: NamedTerm, modulus: Uint8Array) {
  return instance.call(operations.pow, { modulus, base, exponent }, (field) => (field === 'base' ? baseName : field));
}

/** The results of `work`, in the order of the items. After each slice of time the pool hears how many are done. */
async function inSlices<T>(
  items: readonly T[],
  channel: Channel<number>,
  work: (item: T) => Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const results: Uint8Array<ArrayBuffer>[] = [];
  let next = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= next) {
      channel.send(results.length);
      await channel.pause();
      next = performance.now() + SLICE_MS;
    }
    results.push(work(item));
  }
  return results;
}
