import { createPool, type Pool } from 'powmod/pool';

/** Works with a pool whose workers end with the work. */
export async function withPool<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = await createPool();
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}
