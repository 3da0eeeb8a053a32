// The squarings of an evaluation on every kernel, beside native BigInt and GMP, in turn; and proving beside evaluating.
// node bench/evaluate/run.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';

const options = readOptions();

const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const report = await inNode('bench/evaluate/measure.js', {
  kernels: ['relaxed', 'simd128', 'scalar'],
  peers: ['bigint', ...(withoutGmp ? [] : ['gmp'])],
  iterations: options.quick ? 2 ** 17 : 2 ** 22,
  squaring: { rounds: options.quick ? 3 : 41, sampleMs: 20 },
  proving: { rounds: options.quick ? 2 : 7, sampleMs: 1, warmMs: 1 },
});
writeResult(options, report);
