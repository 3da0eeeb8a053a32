// Starts a pool of one worker and computes a power by it: the worker comes from its file, and from its text.
import { timeInTurn } from '../../workshop/timing.js';

const BASE = '../../crate/js/dist';
const ENTRIES = { 'from its file': 'pool.js', 'from its source': 'pool-from-text.js' };

/** @param {{ rounds: number }} task how often both start in turn */
export default async function measurePools({ rounds }) {
  const cases = [];
  for (const [name, file] of Object.entries(ENTRIES)) {
    const { createPool } = await import(`${BASE}/${file}`);
    cases.push({ name, milliseconds: (times) => starts(createPool, times) });
  }
  // A start is one sample. The first, which sets the number of repetitions, also loads files.
  return [{ part: 'pool start', timings: await timeInTurn(cases, { rounds, sampleMs: 1, warmMs: 0 }) }];
}

/** The milliseconds of `times` starts, without the end of each pool. */
async function starts(createPool, times) {
  let milliseconds = 0;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    const pool = await createPool({ workers: 1 });
    if ((await pool.modPow(3n, 65537n, 1000003n)) !== 486750n) throw new Error('a wrong power');
    milliseconds += performance.now() - start;
    await pool.close();
  }
  return milliseconds;
}
