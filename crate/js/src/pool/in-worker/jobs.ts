/** The jobs of a worker: one function for each. */
import * as operations from '../../border/powers-operations.generated.js';
import { fieldPath, type Verdict } from '../../border/wire.js';
import { verifyInOneCall } from '../../vdf/verify.js';
import type { JobName, NamedTerm } from '../threads/job-types.js';
import { chiaVerify } from './chia.js';
import { evaluate } from './evaluate.js';
import type { Job } from './job.js';
import { powAll, powSecret } from './powers.js';
import { firstPrime, sievePrimes } from './primes.js';
import { checkpointHead, joinProof, provePart, proverNeeds } from './prove.js';
import { square } from './square.js';

export const jobs: { [Name in JobName]: Job<Name> } = {
  pow({ instance }, { term: { base, exponent, baseName }, modulus }) {
    return instance.call(operations.pow, { modulus, base, exponent }, (field) => (field === 'base' ? baseName : field));
  },

  multiPow({ instance }, { terms, modulus }) {
    return instance.call(operations.multiPow, { modulus, terms, tables: [] }, (field, index) =>
      index === undefined ? field : (terms[index] as NamedTerm).baseName,
    );
  },

  multiply({ instance }, { factors, modulus }) {
    return factors.reduce((a, b) => instance.call(operations.mul, { modulus, a, b }));
  },

  invAll({ instance }, { list, first, modulus }) {
    return instance.call(operations.invAll, { modulus, list }, (field, index) =>
      index === undefined ? field : fieldPath(field, first + index),
    );
  },

  verify({ instance }, given) {
    return instance.call(operations.verify, given);
  },

  powAll,
  powSecret,

  async verifyAll({ instance }, { proofs, options, batch }, channel) {
    if (batch) return verifyInOneCall(instance, proofs, options, batch);
    const verdicts: Verdict[] = [];
    for (const proof of proofs) {
      verdicts.push(...verifyInOneCall(instance, [proof], options, false));
      await channel.pause();
    }
    return verdicts;
  },

  square,
  sievePrimes,
  firstPrime,
  evaluate,
  checkpointHead,
  proverNeeds,
  provePart,
  joinProof,
  chiaVerify,
};
