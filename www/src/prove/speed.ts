// The speed of this device at squaring.
import { groups } from 'powmod';
import type { Progress, Task } from './messages.ts';
import { withPool } from './pool.ts';

/** The reports of progress that are compared. The start of the worker is before the first one. */
const REPORTS = 4;

/** The squarings of a second, one after another; undefined where powmod cannot compute with that modulus. */
export async function speedOf(modulus: Task['modulus']): Promise<number | undefined> {
  const n = typeof modulus === 'string' ? groups[modulus] : modulus;
  const reports: { done: number; at: number }[] = [];
  const enough = new AbortController();
  const onProgress = ({ done }: Progress) => {
    reports.push({ done, at: performance.now() });
    if (reports.length === REPORTS) enough.abort();
  };
  const options = { onProgress, signal: enough.signal };
  // An error of the modulus comes again, and is shown, when the visitor makes the proof.
  await withPool((pool) => pool.square(3n, Number.MAX_SAFE_INTEGER, n, options)).catch(() => {});
  const [first, last] = [reports[0], reports.at(-1)];
  return first && last && last.at > first.at ? (1000 * (last.done - first.done)) / (last.at - first.at) : undefined;
}
