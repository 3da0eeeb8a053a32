// The speed of this device at squaring.
import { groups } from 'powmod';
import type { Progress, Task } from './messages.ts';
import { withPool } from './pool.ts';

/** The slices that are timed. The first report comes after the start of a worker, and begins the first one. */
const SLICES = 6;

/** The squarings of a second, one after another; undefined where powmod cannot compute with that modulus. */
export async function speedOf(modulus: Task['modulus']): Promise<number | undefined> {
  const n = typeof modulus === 'string' ? groups[modulus] : modulus;
  let speed: number | undefined;
  let before: { done: number; at: number } | undefined;
  let slices = 0;
  const enough = new AbortController();
  // What else the device does slows a slice down, and none up: the fastest is its speed.
  const onProgress = ({ done }: Progress) => {
    const at = performance.now();
    if (before && at > before.at) {
      speed = Math.max(speed ?? 0, (1000 * (done - before.done)) / (at - before.at));
      if (++slices === SLICES) enough.abort();
    }
    before = { done, at };
  };
  const options = { onProgress, signal: enough.signal };
  // An error of the modulus comes again, and is shown, when the visitor makes the proof.
  await withPool((pool) => pool.square(3n, Number.MAX_SAFE_INTEGER, n, options)).catch(() => {});
  return speed;
}
