// How many proofs a second the workers of crate/js/examples/fleet verify: one process and two, with jobs of one proof and
// of many, beside the same verification without a queue.
// node bench/fleet/run.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();

const reason = missing('redis');
if (reason) throw new Error(reason);
const { engine, kernel, rows } = await inNode(
  'bench/fleet/measure.js',
  options.quick ? { rounds: 2, sampleMs: 100, warmMs: 100 } : { rounds: 15, sampleMs: 1000, warmMs: 1000 },
);
writeRows(
  options,
  rows.map((row) => ({ engine, kernel, ...row })),
);
