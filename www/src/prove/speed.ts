// The speed of this device at squaring.
import { groups, init } from 'powmod';
import type { Task } from './messages.ts';

/** Squarings in one call. */
const BATCH = 1 << 12;
const WARM_MS = 50;
const SAMPLES = 5;
const SAMPLE_MS = 25;

/** The squarings of a second, one after another; undefined where powmod cannot compute with that modulus. */
export async function speedOf(modulus: Task['modulus']): Promise<number | undefined> {
  try {
    const pm = await init();
    const n = typeof modulus === 'string' ? groups[modulus] : modulus;
    const exponent = 1n << BigInt(BATCH);
    const square = async (leastMs: number) => {
      await new Promise((resolve) => setTimeout(resolve)); // the engine may switch to optimised code
      const start = performance.now();
      let calls = 0;
      let ms: number;
      do {
        pm.modPow(3n, exponent, n);
        calls++;
        ms = performance.now() - start;
      } while (ms < leastMs);
      return (1000 * calls * BATCH) / ms;
    };
    await square(WARM_MS);
    let best = 0;
    for (let i = 0; i < SAMPLES; i++) best = Math.max(best, await square(SAMPLE_MS));
    return best;
  } catch {
    return undefined; // the same error comes when the visitor makes the proof, and is shown then
  }
}
