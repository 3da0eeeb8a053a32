/** The pool's part of `square`. */
import type { Integer } from '../../input/integers.js';
import type { JobScheduler } from '../threads/scheduler.js';
import type { Call } from './options.js';
import { ProgressMeter } from './progress.js';

/** x^(2^times) mod N, in one worker. */
export async function square(
  scheduler: JobScheduler,
  { x, times, modulus }: { x: Integer; times: number; modulus: Uint8Array },
  { onProgress, signal }: Call,
): Promise<Uint8Array<ArrayBuffer>> {
  const meter = new ProgressMeter(onProgress);
  meter.report(0, times);
  let last: { power: Integer; done: number } = { power: x, done: 0 };
  const power = await scheduler.run(
    'square',
    // If the worker is lost, another goes on from the last update.
    () => ({ args: { x: last.power, times, done: last.done, modulus } }),
    signal,
    (update) => {
      last = update;
      meter.report(update.done, times);
    },
  );
  meter.finish(times);
  return power;
}
