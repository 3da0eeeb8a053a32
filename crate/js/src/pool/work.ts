/** What a worker can be asked to do: each function is one kind of work. */
import { multiply, power, product } from '../arithmetic.js';
import { MalformedProofError } from '../errors.js';
import type { Instance } from '../instance.js';
import type { IntegerReader, Term } from '../integers.js';
import type { Proof } from '../proof-file.js';
import {
  type CheckedBatchOptions,
  type CheckedOptions,
  checkPrime,
  provedTogether,
  verifyChecked,
  verifyOrRefuse,
} from '../verify.js';
import { evaluate } from './work-evaluate.js';
import { joinProof, partsOfProof, provePart } from './work-prove.js';

/** What a worker works with. */
export interface Tools {
  instance: Instance;
  /** An instance of the module that evaluates and proves, kept from its first use on. */
  prover: (module: WebAssembly.Module) => Instance;
  integers: IntegerReader;
}

/** A work's line to the pool. */
export interface Line<News = never> {
  tell(news: News, transfer?: ArrayBuffer[]): void;
  /** Hears what the pool says meanwhile. @throws when that is to stop. */
  pause(): Promise<void>;
}

/** A verdict as plain data: an error in place of a proof that is none. */
export type Verdict = boolean | { field: string; reason: string };

export type Work = typeof work;

export const work = {
  /** One power, by the plan's words. */
  pow({ instance }: Tools, { term, modulus, words }: { term: Term; modulus: bigint; words: string }, _line: Line) {
    return power(instance, instance.ring(modulus), term, words);
  },

  /** The product of powers, by the plan's words. */
  multiPow(
    { instance }: Tools,
    { terms, modulus, words }: { terms: readonly Term[]; modulus: bigint; words: string },
    _line: Line,
  ) {
    return product(instance, instance.ring(modulus), terms, words);
  },

  /** The product of residues. */
  multiply(
    { instance }: Tools,
    { factors, modulus }: { factors: readonly Uint8Array[]; modulus: bigint },
    _line: Line,
  ) {
    const ring = instance.ring(modulus);
    return factors.reduce((left, right) => multiply(instance, ring, left, right));
  },

  /** One proof. */
  verify({ instance, integers }: Tools, { proof, options }: { proof: Proof; options: CheckedOptions }, _line: Line) {
    checkPrime(instance, options);
    return verifyChecked(instance, integers, proof, options);
  },

  /** Several proofs, one after the other, or together. */
  async verifyAll(
    { instance, integers }: Tools,
    { proofs, options }: { proofs: readonly Proof[]; options: CheckedBatchOptions },
    line: Line,
  ): Promise<Verdict[]> {
    checkPrime(instance, options);
    const proved = options.batch ? provedTogether(instance, integers, proofs, options) : new Set<unknown>();
    const verdicts: Verdict[] = [];
    for (const proof of proofs) {
      const verdict = proved.has(proof) || verifyOrRefuse(instance, integers, proof, options);
      verdicts.push(
        verdict instanceof MalformedProofError ? { field: verdict.field, reason: verdict.reason } : verdict,
      );
      await line.pause();
    }
    return verdicts;
  },

  evaluate,
  partsOfProof,
  provePart,
  joinProof,
};
