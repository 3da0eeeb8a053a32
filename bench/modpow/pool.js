// Starts a pool of one worker, computes a power by it and closes it: the worker comes from its file, and from its text.
const BASE = '../../crate/js/dist';
const ENTRIES = { 'from its file': 'pool.js', 'from its source': 'pool-from-text.js' };

/** @param {{ rounds: number }} task how often both start in turn */
export default async function measurePools({ rounds }) {
  const samples = Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, file] of Object.entries(ENTRIES)) {
      const { createPool } = await import(`${BASE}/${file}`);
      const start = performance.now();
      const pool = await createPool({ workers: 1 });
      if ((await pool.modPow(3n, 65537n, 1000003n)) !== 486750n) throw new Error(`${name}: a wrong power`);
      if (round > 0) samples[name].push(1000 * (performance.now() - start)); // the first one also loads files
      await pool.close();
    }
  const timing = (each) => ({ min: Math.min(...each), median: each.toSorted((a, b) => a - b)[each.length >> 1] });
  return [
    {
      part: 'pool start',
      timings: Object.fromEntries(Object.entries(samples).map(([name, each]) => [name, timing(each)])),
    },
  ];
}
