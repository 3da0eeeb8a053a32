// The speed of this device at squaring.
import { groups } from 'powmod';
import type { Progress, Task } from './messages.ts';
import { withPool } from './pool.ts';

/** The slices that are timed. The first report comes after the start of a worker, and begins the first one. */
const SLICES = 6;

/** Other work of a device slows a slice down, and nothing makes it faster: the fastest slice has the device's speed. */
export class Slices {
  fastest: number | undefined;
  count = 0;
  #before: { done: number; at: number } | undefined;

  /** Ends a slice: `done` squarings are done at the time `at`, in milliseconds. */
  end(done: number, at: number) {
    const before = this.#before;
    this.#before = { done, at };
    if (!before || at <= before.at) return; // the first report, or a clock with long steps
    this.fastest = Math.max(this.fastest ?? 0, (1000 * (done - before.done)) / (at - before.at));
    this.count++;
  }
}

/** The squarings of a second, one after another; undefined where powmod cannot compute with that modulus. */
export async function speedOf(modulus: Task['modulus']): Promise<number | undefined> {
  const n = typeof modulus === 'string' ? groups[modulus] : modulus;
  const slices = new Slices();
  const enough = new AbortController();
  const onProgress = ({ done }: Progress) => {
    slices.end(done, performance.now());
    if (slices.count === SLICES) enough.abort();
  };
  const options = { onProgress, signal: enough.signal };
  // An error of the modulus comes again, and is shown, when the visitor makes the proof.
  await withPool((pool) => pool.square(3n, Number.MAX_SAFE_INTEGER, n, options)).catch(() => {});
  return slices.fastest;
}
