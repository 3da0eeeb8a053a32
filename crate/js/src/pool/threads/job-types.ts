/** The jobs of a worker, by name: the arguments of each, the updates that it sends while it runs, and its result. */
import type { ChiaProof } from '../../border/chia-operations.generated.js';
import type { CheckedOptions, Proof, SecretTerm } from '../../border/powers-operations.generated.js';
import type { CompleteHead, ProverNeed, Source } from '../../border/prover-operations.generated.js';
import type { Profile, Scheme, Term } from '../../border/types.generated.js';
import type { Verdict } from '../../border/wire.js';
import type { Integer } from '../../input/integers.js';
import type { ModuleName } from '../../kernels/kernel.js';

/** One factor of a product of powers, and the name of its base in errors. */
export interface NamedTerm extends Term {
  baseName: string;
}

/** The candidates of a search for a prime: see crate/core/src/primality/search.rs. */
export interface CandidateArguments {
  first: Uint8Array;
  safe: boolean;
}

export interface EvaluationArguments {
  prover: WebAssembly.Module;
  modulus: Uint8Array;
  source: Source;
  iterations: number;
  scheme: Scheme;
  memory: number;
  /** The checkpoint to resume from. */
  checkpoint: Uint8Array | undefined;
}

export interface EvaluationUpdate {
  done: number;
  /** The head of the new checkpoint. */
  head: Uint8Array;
  /** The values that were kept since the update before. */
  values: Uint8Array;
}

/** The arguments of every job for a proof. */
export interface ProofArguments {
  prover: WebAssembly.Module;
  task: {
    modulus: Uint8Array;
    source: Source;
    iterations: number;
    scheme: Scheme;
    profile: Profile;
    delta: number | undefined;
    /** The prime in place of the profile's challenge. */
    challenge: Uint8Array | undefined;
    memory: number;
    /** The head of the complete checkpoint. */
    head: Uint8Array;
  };
}

/** The module of a part that some pools never need. */
export interface PartModule {
  name: ModuleName;
  module: WebAssembly.Module;
}

export interface ProverUpdate {
  done: number;
  total: number;
}

export interface JobTypes {
  pow: {
    args: { term: NamedTerm; modulus: Uint8Array };
    update: never;
    result: Uint8Array<ArrayBuffer>;
  };
  multiPow: {
    args: { terms: readonly NamedTerm[]; modulus: Uint8Array };
    update: never;
    result: Uint8Array<ArrayBuffer>;
  };
  /** The power of each term. An update has the number that is done. */
  powAll: {
    args: { terms: readonly NamedTerm[]; modulus: Uint8Array };
    update: number;
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The same for secret exponents below 2^bits. The worker wipes the terms. */
  powSecret: {
    args: { terms: readonly SecretTerm[]; modulus: Uint8Array; bits: number };
    update: number;
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The inverses of part of a list, from the entry `first` on. */
  invAll: {
    args: { list: readonly Integer[]; first: number; modulus: Uint8Array };
    update: never;
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The product of residues. */
  multiply: {
    args: { factors: readonly Uint8Array<ArrayBuffer>[]; modulus: Uint8Array };
    update: never;
    result: Uint8Array<ArrayBuffer>;
  };
  /** x^(2^times) mod N, of whose squarings `done` are done before. An update has the power so far. */
  square: {
    args: { x: Integer; times: number; done: number; modulus: Uint8Array };
    update: { power: Uint8Array<ArrayBuffer>; done: number };
    result: Uint8Array<ArrayBuffer>;
  };
  /** The indices of the candidates without small factors. */
  sievePrimes: { args: CandidateArguments & { count: number }; update: never; result: number[] };
  /** The first of these indices whose candidate is a prime. */
  firstPrime: {
    args: CandidateArguments & { indices: readonly number[]; bases: readonly Uint8Array[] };
    update: never;
    result: number | undefined;
  };
  verify: { args: { proof: Proof; options: CheckedOptions }; update: never; result: boolean };
  verifyAll: {
    args: { proofs: readonly Proof[]; options: CheckedOptions; batch: boolean };
    update: never;
    result: Verdict[];
  };
  /** x^(2^T) mod N. The first update comes at once, the last at the end. */
  evaluate: { args: EvaluationArguments; update: EvaluationUpdate; result: Uint8Array<ArrayBuffer> };
  /**
   * The head of a complete checkpoint, whose first bytes are given as the head. `ERR_CHECKPOINT` if the evaluation is not
   * complete.
   */
  checkpointHead: { args: ProofArguments; update: never; result: CompleteHead };
  /** The ranges of kept values that the parts of a proof read. */
  proverNeeds: { args: ProofArguments & { parts: number }; update: never; result: ProverNeed[] };
  /** The result of one part of a proof, from its kept values; the first value has the index `from`. */
  provePart: {
    args: ProofArguments & { values: Uint8Array; from: number; part: number; parts: number };
    update: ProverUpdate;
    result: Uint8Array<ArrayBuffer>;
  };
  /** Joins the parts' results: the input, the output and the proof's values, each as long as the modulus. */
  joinProof: { args: ProofArguments & { results: Uint8Array }; update: never; result: Uint8Array<ArrayBuffer> };
  /** The verdicts on proofs of Chia. An update has the number of proofs that are done. */
  chiaVerify: {
    args: {
      module: PartModule;
      proofs: readonly ChiaProof[];
      strict: boolean;
      discriminantBits: number | undefined;
    };
    update: number;
    result: Verdict[];
  };
}

export type JobName = keyof JobTypes;
export type JobArguments<Name extends JobName> = JobTypes[Name]['args'];
export type JobUpdate<Name extends JobName> = JobTypes[Name]['update'];
export type JobResult<Name extends JobName> = JobTypes[Name]['result'];
