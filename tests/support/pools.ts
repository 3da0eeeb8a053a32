import './built.mjs';
import type { Pool } from 'powmod/pool';

/** Does the work, and closes the pool, so that the test's process can end. */
export async function within<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await pool.close();
  }
}
