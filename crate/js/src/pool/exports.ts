/** The types of `powmod/pool`. */
export type { SecretOptions } from '../input/secrets.js';
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
