// Times random primes by an instance, by a pool and by OpenSSL. bench/primes/run.mjs runs it in Node.
import { checkPrimeSync, generatePrimeSync } from 'node:crypto';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';
import { timeInTurn } from '../../workshop/timing.js';

/**
 * @param {object} task
 * @param {number} task.workers of the pool
 * @param {{ bits: number, safe: boolean, rounds: number }[]} task.kinds
 */
export default async function measurePrimes({ workers, kinds }) {
  const pm = await init();
  const pool = await createPool({ workers });
  try {
    await pool.randomPrime(64);
    const rows = [];
    for (const { bits, safe, rounds } of kinds) {
      const cases = [
        { name: 'powmod', milliseconds: timed((random) => pm.randomPrime(bits, { safe, random })) },
        { name: 'pool', milliseconds: timed((random) => pool.randomPrime(bits, { safe, random })) },
        { name: 'OpenSSL', milliseconds: timed(() => generatePrimeSync(bits, { safe, bigint: true })) },
      ];
      const timings = await timeInTurn(cases, { rounds, sampleMs: 0, warmMs: 1, keep: true });
      rows.push({ bits, safe, rounds, timings: withMeans(timings) });
    }
    return { kernel: pm.kernel, workers, rows };
  } finally {
    await pool.close();
  }
}

/** Finds one prime after another. The instance and the pool get the same bytes, which differ from prime to prime. */
function timed(find) {
  let seed = 0;
  const random = (length) => {
    const digits = seededNumber(8 * length, seed).toString(16);
    return Uint8Array.from({ length }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  };
  return async (times) => {
    const start = performance.now();
    let prime;
    for (let i = 0; i < times; i++) {
      seed++;
      prime = await find(random);
    }
    const elapsed = performance.now() - start;
    if (!checkPrimeSync(prime)) throw new Error(`${prime} is no prime`);
    return elapsed;
  };
}

/**
 * The time to find a prime is that of a number of tests which depends on luck alone, and differs by its own size from
 * prime to prime. So what compares is the mean over many primes.
 */
function withMeans(timings) {
  return Object.fromEntries(
    Object.entries(timings).map(([name, { min, median, samples }]) => {
      const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
      const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
      return [name, { min, median, mean, error: Math.sqrt(squares / (samples.length - 1) / samples.length) }];
    }),
  );
}
