/** The worker's jobs for a random prime. */
import * as operations from '../../border/powers-operations.generated.js';
import { bitLength } from '../../input/integers.js';
import type { Job } from './job.js';
import { SLICE } from './slices.js';

export const sievePrimes: Job<'sievePrimes'> = ({ instance }, given) => instance.call(operations.sievePrimes, given);

export const firstPrime: Job<'firstPrime'> = async ({ instance }, { indices, ...given }, channel) => {
  const size = Math.max(1, Math.floor(SLICE / bitLength(given.first)));
  for (let at = 0; at < indices.length; at += size) {
    await channel.pause();
    const index = instance.call(operations.firstPrime, { ...given, indices: indices.slice(at, at + size) });
    if (index >= 0) return index;
  }
  return undefined;
};
