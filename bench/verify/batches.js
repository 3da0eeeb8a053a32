// Times a batch of proofs without a pool, and by pools of one and of two workers, in turn. bench/verify/verify.mjs runs
// it in Node.
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { awaited, timeInTurn } from '../../workshop/timing.js';
import { N, prove, random } from './proofs.js';

const EXPECT = { modulus: 'RSA-2048' };

/**
 * @param {object} task
 * @param {number} task.batch the number of proofs
 * @param {object} task.timing options of {@link timeInTurn}
 * @returns the microseconds of a proof without a pool, and by one worker and two
 */
export default async function measureBatches({ batch, timing }) {
  const pm = await init();
  const m = pm.modulus(N);
  const proofs = Array.from({ length: batch }, (_, i) => prove(pm, m, random(i + 1)));
  const pools = await Promise.all([1, 2].map((workers) => createPool({ workers })));
  try {
    // All workers start, and check the modulus.
    for (const pool of pools) await pool.verifyAll(proofs, { batch: true, expect: EXPECT });
    const ways = { alone: pm.verifyBatch.bind(pm), one: pools[0].verifyAll.bind(pools[0]) };
    ways.two = pools[1].verifyAll.bind(pools[1]);
    const cases = Object.entries(ways).map(([name, verify]) => ({
      name,
      milliseconds: awaited(async () => {
        const verdicts = await verify(proofs, { batch: true, expect: EXPECT });
        if (verdicts.some((verdict) => verdict !== true)) throw new Error('a batch fails');
      }),
    }));
    const timings = await timeInTurn(cases, timing);
    const each = ({ min, median }) => ({ min: min / batch, median: median / batch });
    const shown = { alone: 'without a pool', one: 'one worker', two: 'two workers' };
    return {
      part: 'pool',
      kernel: pm.kernel,
      batch,
      timings: Object.fromEntries(Object.entries(shown).map(([way, name]) => [name, each(timings[way])])),
    };
  } finally {
    for (const pool of pools) await pool.close();
  }
}
