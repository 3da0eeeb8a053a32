// Fixed-base exponentiation (Prots'ko, Gryshchuk): plain against Montgomery form, one worker against many, and GMP.
// node bench/fixed-base/run.mjs [--quick] [--json FILE]

import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';

const options = readOptions();
const timing = options.quick
  ? { rounds: 5, sampleMs: 4, warmMs: 10, slowMs: 10 }
  : { rounds: 25, sampleMs: 20, slowMs: 100 };

const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const { engine, kernel, workers, rows } = await inNode('bench/fixed-base/measure.js', {
  shapes: [
    [1024, 1024],
    [2048, 2048],
    [2048, 256],
  ],
  against: withoutGmp ? [] : ['gmp'],
  timing,
});
const times = rows.map(({ bits, exponentBits, timings }) => ({
  ...{ part: 'time', engine, kernel, workers, shape: `${bits}/${exponentBits}` },
  timings,
}));
writeRows(options, times);
