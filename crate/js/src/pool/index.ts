/** Workers that do what an instance does, off the calling thread: start with {@link createPool}. */
export type { CallOptions } from './call-options.js';
export type { Evaluation, OnCheckpoint } from './evaluate.js';
export type { OnProgress, Progress } from './meter.js';
export {
  createPool,
  type EvaluateOptions,
  type Pool,
  type PoolOptions,
  type ProveOptions,
  type VerifyAllOptions,
} from './pool.js';
export type { EvaluationTask, ProofTask, Statement } from './statement.js';
export type { PoolWorker } from './thread.js';
