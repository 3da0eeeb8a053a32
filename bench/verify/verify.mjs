// Verifying Wesolowski proofs modulo RSA-2048, one by one, in batches and by a pool, from JavaScript call to result;
// the squarings of an evaluation on every kernel, beside native BigInt and GMP; and proving beside evaluating.
// node bench/verify/verify.mjs [--quick] [--json FILE]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { nodeKernels } from '../../workshop/kernels.js';
import { readOptions, writeRows } from '../harness.mjs';
import { missingGmpy2 } from '../peers/python.mjs';

const options = readOptions();
const kernels = options.quick ? nodeKernels.slice(0, 1) : nodeKernels;
const task = options.quick
  ? { proofs: 25, seeds: 100, batch: 64, timing: { rounds: 3, sampleMs: 1, warmMs: 10 } }
  : { proofs: 200, seeds: 1000, batch: 256, timing: { rounds: 15, sampleMs: 5, warmMs: 60 } };
const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);
const evaluation = {
  kernels,
  peers: ['bigint', ...(withoutGmp ? [] : ['gmp'])],
  iterations: options.quick ? 2 ** 16 : 2 ** 22,
  squaring: { rounds: options.quick ? 1 : 41, sampleMs: 20, warmMs: options.quick ? 1 : 150 },
  proving: { rounds: options.quick ? 1 : 7, sampleMs: 1, warmMs: 1 },
};

await buildTestKernels();
const rows = await inEngines(['Node 24'], async (engine) => {
  const measured = [];
  for (const kernel of kernels) measured.push(await engine.call('bench/verify/measure.js', { kernel, ...task }));
  measured.push(await engine.call('bench/verify/batches.js', task));
  measured.push(...(await engine.call('bench/verify/evaluate.js', evaluation)));
  return measured.map(({ part, ...row }) => ({ part, engine: engine.version, ...row }));
});
await writeRows(options, rows.flat());
