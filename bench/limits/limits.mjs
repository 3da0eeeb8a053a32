// How long the longest calls block: powers by length, and proofs and keys of strangers by length and scheme.
// node bench/limits/limits.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const { quick, ...options } = readOptions();
const task = quick
  ? { powers: { relaxed: [4096], scalar: [4096] }, strangers: { relaxed: [2048], bigint: [2048] }, most: 12 }
  : {
      powers: { relaxed: [4096, 8192, 16384, 32768, 65536], scalar: [4096, 8192, 16384, 32768] },
      strangers: { relaxed: [2048, 4096, 16384], bigint: [2048, 4096] },
      most: 20,
    };

const { engine, rows } = await inNode('bench/limits/measure.js', task);
await writeRows(
  options,
  rows.map(({ part, ...row }) => ({ part, engine, ...row })),
);
