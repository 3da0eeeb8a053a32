// Times random primes by an instance, by a pool and by OpenSSL. bench/primes/primes.mjs runs it in Node.
import { checkPrimeSync, generatePrimeSync } from 'node:crypto';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';

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
      const searches = {
        powmod: timed((random) => pm.randomPrime(bits, { safe, random })),
        pool: timed((random) => pool.randomPrime(bits, { safe, random })),
        OpenSSL: timed(() => generatePrimeSync(bits, { safe, bigint: true })),
      };
      const samples = Object.fromEntries(Object.keys(searches).map((name) => [name, []]));
      // The first round only warms up. Its samples do not count.
      for (let round = 0; round <= rounds; round++)
        for (const [name, search] of Object.entries(searches)) samples[name].push(await search());
      const timings = Object.fromEntries(Object.entries(samples).map(([name, [, ...each]]) => [name, timingOf(each)]));
      rows.push({ bits, safe, rounds, timings });
    }
    return { kernel: pm.kernel, workers, rows };
  } finally {
    await pool.close();
  }
}

/**
 * The microseconds to find a prime, at each call another. The instance and the pool get the same bytes, which differ
 * from prime to prime.
 */
function timed(find) {
  let seed = 0;
  const random = (length) => {
    const digits = seededNumber(8 * length, seed).toString(16);
    return Uint8Array.from({ length }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  };
  return async () => {
    seed++;
    const start = performance.now();
    const prime = await find(random);
    const elapsed = performance.now() - start;
    if (!checkPrimeSync(prime)) throw new Error(`${prime} is no prime`);
    return 1000 * elapsed;
  };
}

/**
 * The time to find a prime is that of a number of tests which depends on luck alone, and differs by its own size from
 * prime to prime. So what compares is the mean over many primes.
 */
function timingOf(samples) {
  const count = samples.length;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / count;
  const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  const sorted = samples.toSorted((a, b) => a - b);
  return { min: sorted[0], median: sorted[count >> 1], mean, error: Math.sqrt(squares / (count - 1) / count) };
}
