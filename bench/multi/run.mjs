// Products of powers (Attias, Vigneri, Dimitrov): the times that answer the questions which the paper leaves open. bench/methods has
// those of two bases. node bench/multi/run.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 5, sampleMs: 3, warmMs: 10, slowMs: 10 }
  : { rounds: 41, sampleMs: 10, warmMs: 150, slowMs: 50 };
const BASES = options.quick ? [4, 16, 64] : [4, 16, 64, 256];

const { engine, kernel, rows } = await inNode('bench/multi/measure.js', { bases: BASES, timing });
writeRows(
  options,
  rows.map(({ part, ...row }) => ({ part, engine, kernel, ...row })),
);
