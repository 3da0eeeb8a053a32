// The kernels that run on each platform, and their speed: modPow beside native BigInt, on every platform with a clock
// that advances during a call. node bench/platforms/run.mjs [--quick] [--json FILE] [PLATFORM…]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
const task = {
  shapes: [
    [1024, 1024],
    [2048, 256],
    [2048, 2048],
    [4096, 256],
  ],
  timing: options.quick ? { rounds: 3, warmMs: 6, sampleMs: 3 } : { rounds: 41, warmMs: 300, sampleMs: 8 },
};

const report = await inEngines(options.wanted, async (engine, name) => {
  const measured = await engine.call('bench/platforms/measure.js', task);
  return { platform: name, version: engine.version, ...measured };
});
writeResult(options, report);
