// The times of products, squarings and set-up of every kernel in every engine, as ratios.
// node bench/kernels/kernels.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const timing = options.quick ? { sizes: [2048], rounds: 3, sampleMs: 3, warmMs: 12 } : { rounds: 11, warmMs: 60 };

await buildTestKernels();
const report = await inEngines(options.wanted, async (engine, name) => {
  const measured = await engine.call('bench/kernels/measure.js', timing);
  const label = name.includes('wide arithmetic') ? `${engine.version}, wide arithmetic` : engine.version;
  return measured.map(({ part, ...row }) => ({ part, engine: label, ...row }));
});
await writeRows(options, report.flat());
