/** The pool's part of `randomPrime`: one worker sieves, and all test what is left. */
import { candidate, type PrimeSearch, stretchAfter, stretchFrom } from '../../arithmetic/primes.js';
import { bigintToBytes } from '../../bytes.js';
import type { JobScheduler } from '../threads/scheduler.js';
import { abortable, mapConcurrently } from './concurrency.js';

/** The squarings of one job, if no candidate is a prime: so few that all workers end together. */
const SQUARINGS = 2 ** 14;

/** The same prime that `findPrime` finds, whichever worker is faster. */
export function randomPrime(
  scheduler: JobScheduler,
  search: PrimeSearch,
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const { start, bits, safe, bases } = search;
  const size = Math.max(1, Math.floor(SQUARINGS / bits));
  return abortable(signal, async ({ signal }) => {
    for (let stretch = stretchFrom(start, search); ; stretch = stretchAfter(stretch, search)) {
      const given = { first: bigintToBytes(stretch.first), safe };
      const { count } = stretch;
      const indices = await scheduler.run('sievePrimes', { ...given, count }, signal);
      const jobs = Math.ceil(indices.length / size);
      const test = (job: number, signal: AbortSignal) => {
        const share = indices.slice(job * size, (job + 1) * size);
        return scheduler.run('firstPrime', { ...given, indices: share, bases }, signal);
      };
      const isFound = (index: number | undefined) => index !== undefined;
      const found = await mapConcurrently(scheduler.maxWorkers, jobs, signal, test, isFound);
      const index = found.find(isFound);
      if (index !== undefined) return candidate(stretch.first, index, search);
    }
  });
}
