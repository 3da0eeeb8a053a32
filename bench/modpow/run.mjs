// modPow, from JavaScript call to JavaScript result, beside native and JavaScript peers, in turn.
// node bench/modpow/run.mjs [--quick] [--json FILE]
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { openRuntime } from '../../workshop/engines/runtime.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';
import { buildNative } from '../peers/native.mjs';

const options = readOptions();
const timing = options.quick ? { rounds: 5, warmMs: 40, slowMs: 30 } : { rounds: 25, sampleMs: 20, slowMs: 100 };

const RUNS = [
  {
    node: 24,
    kernel: 'auto',
    shapes: [
      [1024, 1024],
      [2048, 256],
      [2048, 2048],
      [4096, 256],
    ],
    against: ['openssl', 'gmp', 'cpython', 'gmpWasm', 'bigint', 'bigintModArith', 'bigInteger', 'jsbn', 'bn', 'sjcl'],
  },
  {
    node: 26,
    kernel: 'auto',
    shapes: [
      [2048, 256],
      [2048, 2048],
    ],
    against: ['native'],
  },
  { node: 20, kernel: 'simd128', shapes: [[2048, 256]], against: ['gmpWasm'] },
  { node: 20, kernel: 'scalar', shapes: [[2048, 256]], against: ['gmpWasm'] },
];

await installRuntimes();
buildNative();
const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const runs = [];
for (const { node, against, ...task } of RUNS) {
  const reason = missingProgram(nodeProgram(node));
  if (reason) {
    console.log(`Node ${node} is left out: ${reason}`);
    continue;
  }
  const engine = await openRuntime('Node', nodeProgram(node));
  const peers = against.filter((peer) => peer !== 'gmp' || !withoutGmp);
  const answer = await engine.call('bench/peers/measure.js', { ...task, against: peers, timing });
  runs.push({ engine: engine.version, ...answer });
}
writeResult(options, runs);
