// Times the verification of one proof by pools of one and of two workers, in turn. bench/verify/run.mjs runs it in Node.
import { groups } from 'powmod';
import { createPool } from 'powmod/pool';
import { read } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { timeInTurn } from '../../workshop/timing.js';

const BITS = [2048, 3072, 4096];
const SQUARINGS = 2 ** 20;
/** The values of a Pietrzak proof of 2^20 squarings with the default δ of 10. */
const ROUNDS = 10;
/** The number of Wesolowski proofs in a case: hashing to a prime takes a random time. */
const PROOFS = 25;

/**
 * @param {object} task
 * @param {object} task.timing options of {@link timeInTurn}
 * @returns the microseconds of each proof, by scheme, bits and workers
 */
export default async function measureShares({ timing }) {
  const pools = await Promise.all([1, 2].map((workers) => createPool({ workers })));
  try {
    const results = [];
    for (const bits of BITS) {
      const [{ modulus }] = JSON.parse(
        new TextDecoder().decode(await read(`tests/vectors/proofs/wesolowski-${bits}.json`)),
      );
      const n = groups[modulus] ?? BigInt(modulus);
      const element = (seed) => {
        const z = seededNumber(bits, seed) % n;
        return `0x${(z < n - z ? z : n - z).toString(16).padStart(bits / 4, '0')}`;
      };
      // With random values a proof is invalid, which a verifier finds only at its very end.
      const file = (scheme, seed, proof) => ({
        scheme,
        profile: 'powmod-v1',
        modulus,
        input: element(seed),
        output: element(seed + 1),
        iterations: SQUARINGS,
        proof,
      });
      const proofs = {
        wesolowski: Array.from({ length: PROOFS }, (_, i) => file('wesolowski', 100 * i, element(100 * i + 2))),
        pietrzak: [
          file(
            'pietrzak',
            1,
            Array.from({ length: ROUNDS }, (_, i) => element(10 + i)),
          ),
        ],
      };
      for (const [scheme, some] of Object.entries(proofs)) {
        const cases = pools.map((pool, i) => ({
          name: `${i + 1}`,
          milliseconds: (times) => verifyAll(pool, some, times),
        }));
        // All workers start, and check the modulus.
        for (const pool of pools) await Promise.all(some.concat(some).map((proof) => pool.verify(proof)));
        const timings = await timeInTurn(cases, timing);
        const each = ({ min, median }) => ({ min: min / some.length, median: median / some.length });
        results.push({ scheme, bits, kernel: pools[0].kernel, one: each(timings[1]), two: each(timings[2]) });
      }
    }
    return results;
  } finally {
    for (const pool of pools) await pool.close();
  }
}

/** The milliseconds of verifying the proofs one after the other. */
async function verifyAll(pool, proofs, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) for (const proof of proofs) await pool.verify(proof);
  return performance.now() - start;
}
