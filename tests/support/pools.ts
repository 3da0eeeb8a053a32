import './built.mjs';
import { Worker } from 'node:worker_threads';
import { createPool, type Pool, type PoolOptions } from 'powmod/pool';

export const workerUrl = new URL(import.meta.resolve('powmod/worker'));

/** A pool whose workers the test can reach. */
export async function openPool(options: PoolOptions) {
  const workers: Worker[] = [];
  const worker = () => {
    workers.push(new Worker(workerUrl));
    return workers.at(-1) as Worker;
  };
  return { pool: await createPool({ ...options, worker }), workers };
}

/** Does the work, and closes the pool, so that the test's process can end. */
export async function within<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await pool.close();
  }
}
