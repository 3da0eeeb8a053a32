// Products of powers (Attias, Vigneri, Dimitrov): the operation count of each method, and its time on every kernel.
// node bench/multi/run.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { meanCounts } from '../counts.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const { wanted, ...options } = readOptions();
/** The first kernel also answers the paper's open questions. */
const RUNS = { 'Node 24': ['relaxed', 'simd128', 'scalar'], 'Chromium with wide arithmetic': ['wide'] };
const timing = options.quick
  ? { rounds: 5, sampleMs: 3, warmMs: 10, slowMs: 10 }
  : { rounds: 41, sampleMs: 10, warmMs: 150, slowMs: 50 };
const BASES = options.quick ? [4, 16, 64] : [4, 16, 64, 256];

const of = (method, windows) => windows.map((window) => ({ method, window }));
const CURVES = [{ method: 'separate' }, ...of('ary', [2, 3, 4]), ...of('yll', [2, 3, 4]), { method: 'interleaved' }];
const TABLE = [
  { method: 'separate' },
  ...of('ary', [1, 2, 3, 4]),
  ...of('yll', [1, 2, 3, 4]),
  ...of('interleaved', [2, 3, 4, 5, 6]),
];
const question = (bits, samples) => (chosen) => ({ bits, samples, ...chosen });
const lengths = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power);
const samples = options.quick ? 50 : 1000;
const questions = [
  ...TABLE.map(question(256, samples)),
  ...lengths.flatMap((bits) => CURVES.map(question(bits, Math.ceil(samples / 5)))),
];
const counts = questions.map((asked) => ({ ...asked, ...meanCounts({ ...asked, bases: 2 }) }));
const table = counts.slice(0, TABLE.length);
const curves = counts.slice(TABLE.length);

const kernels = [];
const isWanted = (name) => !wanted.length || wanted.includes(name);
for (const name of Object.keys(RUNS).filter(isWanted))
  await inEngines([name], async (engine) => {
    for (const [i, kernel] of RUNS[name].entries()) {
      const isMain = name === 'Node 24' && i === 0;
      const measured = await engine.call('bench/multi/measure.js', { kernel, isMain, bases: BASES, timing });
      kernels.push({ engine: engine.version, ...measured });
    }
  });
writeResult(options, { table, curves, kernels });
