/**
 * Workers that compute away from the calling thread, so that a page stays responsive. Start with {@link createPool}: the
 * calls of a {@link Pool} give promises, and long ones tell their progress.
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

import './threads/worker-file.js';

export * from './exports.js';
