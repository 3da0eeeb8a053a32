/** What the entries of the pool have beside `createPool`. */
export type { ModexpOptions } from '../arithmetic/modexp.js';
export { MalformedProofError, PowmodError, type PowmodErrorCode } from '../errors.js';
export type { Integer } from '../input/integers.js';
export type { Result, ResultOptions } from '../input/options.js';
export type { SecretOptions } from '../input/secrets.js';
export type { Kernel, KernelChoice, WasmKernel, WasmModule, WasmProvider, WasmSource } from '../kernels/kernel.js';
export type { GroupName } from '../vdf/groups.js';
export type { BatchOptions, Expectation, VerifyOptions } from '../vdf/options.js';
export type {
  PietrzakProofFile,
  Profile,
  ProofClaim,
  ProofFile,
  Scheme,
  WesolowskiProofFile,
} from '../vdf/proof-file.js';
export type { OnCheckpoint } from './calls/checkpoint-delivery.js';
export type { Evaluation } from './calls/evaluate.js';
export type { CallOptions } from './calls/options.js';
export type { OnProgress, Progress } from './calls/progress.js';
export type { Challenge, EvaluationTask, ProofTask, Statement } from './calls/task.js';
export type {
  EvaluateOptions,
  InvAllOptions,
  Pool,
  PoolOptions,
  PoolPowOptions,
  PoolPrimeOptions,
  PoolProductOptions,
  PowAllOptions,
  PowAllResult,
  ProveOptions,
  SquareOptions,
  VerifyAllOptions,
} from './pool.js';
export type { PoolWorker } from './threads/script.js';
