import './built.mjs';
import { Worker } from 'node:worker_threads';
import { createPool, type PoolOptions } from 'powmod/pool';

export const workerUrl = new URL(import.meta.resolve('powmod/worker'));

/**
 * A pool whose workers the test can reach; `watch` gets each before the pool does. `await using` closes it.
 */
export async function openPool(options: PoolOptions, watch = (_: Worker) => {}) {
  const workers: Worker[] = [];
  const worker = () => {
    const made = new Worker(workerUrl);
    workers.push(made);
    watch(made);
    return made;
  };
  const pool = await createPool({ ...options, worker });
  return { pool, workers, [Symbol.asyncDispose]: () => pool.close() };
}

/** Ends a worker. Its messages that nobody has read yet, perhaps its result, are lost. */
export function lose(worker: Worker | undefined) {
  worker?.removeAllListeners('message');
  void worker?.terminate();
}
