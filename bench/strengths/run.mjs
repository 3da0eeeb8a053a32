// The strengths of NIST SP 800-57, as Pomcor measured them ("Fast JavaScript modular exponentiation"): powmod beside
// SJCL's montpowermod and native BigInt, in Chromium and Firefox, as the paper did.
// node bench/strengths/run.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { LONG_LOOPS } from '../../workshop/timing.js';
import { readOptions, writeResult } from '../harness.mjs';
import { STRENGTHS, SYSTEMS } from './shapes.mjs';

const options = readOptions();
const wanted = options.wanted.length ? options.wanted : ['Chromium', 'Firefox'];

const chosen = options.quick ? STRENGTHS.slice(0, 1) : STRENGTHS;
const timing = options.quick
  ? { rounds: 3, sampleMs: 20, warmMs: 20 }
  : { ...LONG_LOOPS, rounds: 7, slowMs: 2 * LONG_LOOPS.sampleMs, least: 1 };

const report = await inEngines(wanted, async (engine, name) => {
  // One call, hence a fresh page, for each row, because the longest rows take minutes.
  const rows = [];
  let kernel;
  for (const row of chosen.flatMap(rowsOf)) {
    const { timings, ...one } = await engine.call('bench/strengths/measure.js', { row, timing });
    kernel = one.kernel;
    rows.push({ ...row, timings });
  }
  return { engine: name, version: engine.version, kernel, rows };
});
writeResult(options, report);

function rowsOf(one) {
  return Object.entries(SYSTEMS).map(([system, shape]) => ({ system, strength: one.strength, ...shape(one) }));
}
