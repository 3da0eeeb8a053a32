/** The jobs of a worker, by name: the arguments of each, its result, and the updates that it may send while it runs. */
import type { ChiaProof } from '../../border/chia-operations.generated.js';
import type * as powers from '../../border/powers-operations.generated.js';
import type * as prover from '../../border/prover-operations.generated.js';
import type { Term } from '../../border/types.generated.js';
import type { Operation, Verdict } from '../../border/wire.js';
import type { Integer } from '../../input/integers.js';
import type { ModuleName } from '../../kernels/kernel.js';

/** One factor of a product of powers, and the name of its base in errors. */
export interface NamedTerm extends Term {
  baseName: string;
}

interface WithProver {
  prover: PartModule;
}

/** The checked task of `evaluate`, and the checkpoint to resume from. */
interface EvaluationArguments
  extends Pick<prover.ProofTask, 'modulus' | 'source' | 'iterations' | 'scheme' | 'memory'>,
    WithProver {
  checkpoint: Uint8Array | undefined;
}

/** The arguments that all jobs for a proof have. */
export interface ProofArguments extends WithProver {
  task: prover.ProofTask;
}

/** The module of a kernel, or of a part of it that some pools never need. */
export interface PartModule {
  name: ModuleName;
  module: WebAssembly.Module;
}

export type ProverUpdate = Omit<prover.ProverReport, 'isDone'>;

/** A job that is one operation. */
type One<Of, More = unknown> =
  Of extends Operation<infer Given, infer Result> ? { args: Given & More; result: Result } : never;

interface JobTypes {
  multiPow: { args: { terms: readonly NamedTerm[]; modulus: Uint8Array }; result: Uint8Array<ArrayBuffer> };
  /** The power of each term. An update has the number that is done. */
  powAll: {
    args: { terms: readonly NamedTerm[]; modulus: Uint8Array };
    update: number;
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The same for secret exponents below 2^bits. The worker wipes the terms. */
  powSecret: {
    args: { terms: readonly powers.SecretTerm[]; modulus: Uint8Array; bits: number };
    update: number;
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The inverses of part of a list, from the entry `first` on. */
  invAll: {
    args: { list: readonly Integer[]; first: number; modulus: Uint8Array };
    result: Uint8Array<ArrayBuffer>[];
  };
  /** The product of residues; of none it is 1 mod N. */
  multiply: {
    args: { factors: readonly Uint8Array<ArrayBuffer>[]; modulus: Uint8Array };
    result: Uint8Array<ArrayBuffer>;
  };
  /** x^(2^times) mod N, of whose squarings `done` are done before. An update has the power so far. */
  square: {
    args: { x: Integer; times: number; done: number; modulus: Uint8Array };
    update: { power: Uint8Array<ArrayBuffer>; done: number };
    result: Uint8Array<ArrayBuffer>;
  };
  /**
   * Whether each number is a member of a subgroup: by the Jacobi symbol, or by its power. An update has the number that
   * is done.
   */
  areMembers: {
    args: { list: readonly bigint[]; exponent: Uint8Array; modulus: Uint8Array; bySymbol: boolean };
    update: number;
    result: boolean[];
  };
  isPrime: One<typeof powers.isProbablePrime>;
  sievePrimes: One<typeof powers.sievePrimes>;
  /** The first of these indices whose candidate is a prime. */
  firstPrime: { args: One<typeof powers.firstPrime>['args']; result: number | undefined };
  verify: One<typeof powers.verify>;
  verifyAll: {
    args: { proofs: readonly powers.Proof[]; options: powers.CheckedOptions; batch: boolean };
    result: Verdict[];
  };
  /** x^(2^T) mod N. The first update comes at once, the last at the end. */
  evaluate: { args: EvaluationArguments; update: prover.EvaluationReport; result: Uint8Array<ArrayBuffer> };
  /** The head of a complete checkpoint, of which the first bytes are enough. `ERR_CHECKPOINT` if it is not complete. */
  checkpointHead: One<typeof prover.checkpointHead, WithProver>;
  proverNeeds: One<typeof prover.proverNeeds, WithProver>;
  /** The result of one part of a proof, from its kept values; the first value has the index `from`. */
  provePart: {
    args: One<typeof prover.startProver, WithProver>['args'];
    update: ProverUpdate;
    result: Uint8Array<ArrayBuffer>;
  };
  /** Joins the parts' results: the input, the output and the proof's values, each as long as the modulus. */
  joinProof: One<typeof prover.joinProof, WithProver>;
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
export type JobUpdate<Name extends JobName> = JobTypes[Name] extends { update: infer Update } ? Update : never;
export type JobResult<Name extends JobName> = JobTypes[Name]['result'];
