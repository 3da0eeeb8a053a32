import './built.mjs';
import { Worker } from 'node:worker_threads';
import { createPool, type PoolOptions } from 'powmod/pool';

export const workerUrl = new URL(import.meta.resolve('powmod/worker'));

/** A pool whose workers the test can reach. `await using` closes it. */
export async function openPool(options: PoolOptions) {
  const workers: Worker[] = [];
  const worker = () => {
    workers.push(new Worker(workerUrl));
    return workers.at(-1) as Worker;
  };
  const pool = await createPool({ ...options, worker });
  return { pool, workers, [Symbol.asyncDispose]: () => pool.close() };
}

/** Ends a worker. What it has sent and nobody has read yet, perhaps its result, is lost with it. */
export function lose(worker: Worker | undefined) {
  worker?.removeAllListeners('message');
  void worker?.terminate();
}
