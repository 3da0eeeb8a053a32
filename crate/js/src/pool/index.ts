/** Workers that do what an instance does, off the calling thread: start with {@link createPool}. */
export type { CallOptions } from './call-options.js';
export type { OnProgress, Progress } from './meter.js';
export { createPool, type Pool, type PoolOptions, type VerifyAllOptions } from './pool.js';
export type { PoolWorker } from './thread.js';
