// Verifying Wesolowski proofs modulo RSA-2048, one by one and in batches, from JavaScript call to result; hashing to
// primes, which is a part of verification; and a batch by a pool of one worker and of two.
// node bench/verify/run.mjs [--quick] [--json FILE]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
const task = options.quick
  ? { proofs: 25, seeds: 100, batch: 64, timing: { rounds: 3, sampleMs: 1, warmMs: 10 } }
  : { proofs: 200, seeds: 1000, batch: 256, timing: { rounds: 15, sampleMs: 5, warmMs: 60 } };

const KERNELS = options.quick ? ['relaxed'] : ['relaxed', 'simd128', 'scalar'];

await buildTestKernels();
const report = await inEngines(['Node 24'], async (engine) => {
  const runs = [];
  for (const kernel of KERNELS) {
    runs.push({ engine: engine.version, ...(await engine.call('bench/verify/measure.js', { kernel, ...task })) });
  }
  runs[0].batches = await engine.call('bench/verify/batches.js', task);
  return runs;
});
writeResult(options, report.flat());
