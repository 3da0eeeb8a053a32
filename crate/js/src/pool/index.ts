/**
 * Workers that compute away from the calling thread, so that a page stays responsive. Start with {@link createPool}:
 * the calls of a {@link Pool} give promises, and long ones tell their progress.
 *
 * @example
 * ```ts
 * import { createPool } from 'powmod/pool';
 *
 * const pool = await createPool({ workers: 2 });
 * await pool.modPow(3n, 65537n, 1000003n); // 486750n
 * await pool.close();
 * ```
 * @module powmod/pool
 */

import { openPool, type Pool, type PoolOptions } from './pool.js';
import { workerFile } from './threads/worker-file.js';

export * from './exports.js';

/**
 * Makes a pool of workers. It chooses the kernel at once for all workers. It starts a worker when there is work for it,
 * and loads the prover module at the first `evaluate` or `prove`. Options and errors are those of `init`.
 *
 * In a page, make the pool on the page's own thread; the pool does not block it. While developer tools or WebDriver
 * BiDi inspect a page's workers, a worker of Firefox that starts another worker may wait for ever in `new Worker`. No
 * code in that worker, and no time limit, can end the wait.
 *
 * @throws RangeError if `workers` is not a whole number from 1 to 256. PowmodError `ERR_WORKER` where there are no
 *   workers. See `init` for the others.
 *
 * @example
 * ```ts
 * import { createPool } from 'powmod/pool';
 * const pool = await createPool({ workers: 2 });
 * await pool.modPow(2n, 10n, 1000n); // 24n
 * await pool.close();
 * ```
 */
export function createPool(options: PoolOptions = {}): Promise<Pool> {
  return openPool(options, workerFile);
}
