/** The jobs of a worker, by name: what each is asked, what it tells while it goes on, and what it answers. */
import type {
  MultiOptions,
  Profile,
  Proof,
  ProverNeed,
  Scheme,
  SingleOptions,
  Source,
  Term,
  VerifyOptions,
} from '../../border/operations.generated.js';
import type { Verdict } from '../../border/wire.js';

/** One factor of a product of powers, and the name of its base in errors. */
export interface NamedTerm extends Term {
  baseName: string;
}

export interface EvaluationAsk {
  prover: WebAssembly.Module;
  modulus: Uint8Array;
  source: Source;
  iterations: number;
  scheme: Scheme;
  memory: number;
  /** Where to go on. */
  checkpoint: Uint8Array | undefined;
}

export interface EvaluationNews {
  done: number;
  /** The head of a checkpoint. */
  head: Uint8Array;
  /** The values that it covers and the last one did not. */
  values: Uint8Array;
}

/** A proof that is made in parts. */
export interface ProofAsk {
  prover: WebAssembly.Module;
  task: {
    modulus: Uint8Array;
    source: Source;
    iterations: number;
    scheme: Scheme;
    profile: Profile;
    delta: number | undefined;
    memory: number;
    /** The head of the complete checkpoint. */
    head: Uint8Array;
  };
}

export interface ProverNews {
  done: number;
  total: number;
}

export interface JobTypes {
  pow: {
    ask: { term: NamedTerm; modulus: Uint8Array; options: SingleOptions };
    news: never;
    answer: Uint8Array;
  };
  multiPow: {
    ask: { terms: readonly NamedTerm[]; modulus: Uint8Array; options: MultiOptions };
    news: never;
    answer: Uint8Array;
  };
  /** The product of residues. */
  multiply: { ask: { factors: readonly Uint8Array[]; modulus: Uint8Array }; news: never; answer: Uint8Array };
  verify: { ask: { proof: Proof; options: VerifyOptions }; news: never; answer: boolean };
  verifyAll: {
    ask: { proofs: readonly Proof[]; options: VerifyOptions; batch: boolean };
    news: never;
    answer: Verdict[];
  };
  /** x^(2^T) mod N. The first news comes at once, the last one at the end. */
  evaluate: { ask: EvaluationAsk; news: EvaluationNews; answer: Uint8Array };
  /** The kept values that each part of a proof reads. */
  proverNeeds: { ask: ProofAsk & { parts: number }; news: never; answer: ProverNeed[] };
  /** The result of one part of a proof, from its kept values, the first of which has the index `from`. */
  provePart: {
    ask: ProofAsk & { values: Uint8Array; from: number; part: number; parts: number };
    news: ProverNews;
    answer: Uint8Array;
  };
  /** Input, output and the proof's values, each as long as the modulus, from the results of the parts in their order. */
  joinProof: { ask: ProofAsk & { results: Uint8Array }; news: never; answer: Uint8Array };
}

export type JobName = keyof JobTypes;
export type Ask<Name extends JobName> = JobTypes[Name]['ask'];
export type News<Name extends JobName> = JobTypes[Name]['news'];
export type JobAnswer<Name extends JobName> = JobTypes[Name]['answer'];
