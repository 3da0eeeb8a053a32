/** The worker's job `square`. */
import * as operations from '../../border/powers-operations.generated.js';
import type { Integer } from '../../input/integers.js';
import type { Job } from './job.js';
import { INTERVAL_MS, SLICE } from './slices.js';

export const square: Job<'square'> = async ({ instance }, { x, times, done, modulus }, channel) => {
  const squared = (x: Integer, times: number) => instance.call(operations.square, { modulus, x, times });
  let power: Uint8Array<ArrayBuffer> | undefined;
  let next = performance.now() + INTERVAL_MS;
  for (; times - done > SLICE; done += SLICE) {
    const before = power;
    power = squared(power ?? x, SLICE);
    // Each further slice would end here again, as modulo a power of two: only the rest of one is left.
    if (before?.every((byte, i) => byte === power?.[i])) done = times - ((times - done) % SLICE) - SLICE;
    const now = performance.now();
    if (now >= next) {
      channel.send({ power, done: done + SLICE });
      next = now + INTERVAL_MS;
    }
    await channel.pause();
  }
  return squared(power ?? x, times - done);
};
