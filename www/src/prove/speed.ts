// The speed of this device at squaring.
import { groups } from 'powmod';
import { rateMeter } from '../../../workshop/rate.js';
import type { Progress, Task } from './messages.ts';
import { withPool } from './pool.ts';

/** The squarings of a second, one after another; undefined where powmod cannot compute with that modulus. */
export async function speedOf(modulus: Task['modulus']): Promise<number | undefined> {
  const n = typeof modulus === 'string' ? groups[modulus] : modulus;
  const rate = rateMeter();
  let speed: number | undefined;
  const enough = new AbortController();
  const onProgress = (progress: Progress) => {
    speed ??= rate(progress);
    if (speed) enough.abort();
  };
  const options = { onProgress, signal: enough.signal };
  // An error of the modulus comes again, and is shown, when the visitor makes the proof.
  await withPool((pool) => pool.square(3n, Number.MAX_SAFE_INTEGER, n, options)).catch(() => {});
  return speed;
}
