// modPow, from JavaScript call to JavaScript result, beside native and JavaScript peers, in turn.
// node bench/modpow/run.mjs [--quick] [--json FILE]
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { installRuntimes } from '../../workshop/engines/install.mjs';
import { openRuntime } from '../../workshop/engines/runtime.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';
import { verdict } from '../verdict.mjs';

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
  { node: 20, kernel: 'simd128', shapes: [[2048, 256]], against: ['gmpWasm'] },
  { node: 20, kernel: 'scalar', shapes: [[2048, 256]], against: ['gmpWasm'] },
];

/** Bounds for powmod's time over a peer's: `most` is the requirement, `goal` the aim. */
const BOUNDS = [
  { node: 24, shape: '2048/2048', peer: 'OpenSSL', most: 1.1, goal: 0.9 },
  { node: 24, shape: '2048/256', peer: 'OpenSSL', most: 1.0, goal: 0.8 },
  { node: 24, shape: '4096/256', peer: 'OpenSSL', most: 1.0, goal: 0.8 },
  { node: 24, shape: '1024/1024', peer: 'OpenSSL', most: 1.4, goal: 1.1 },
  { node: 24, shape: '2048/256', peer: 'GMP', most: 0.7, goal: 0.55 },
  { node: 24, shape: '2048/256', peer: 'gmp-wasm', most: 1 / 3.3, goal: 1 / 4.5 },
  { node: 20, kernel: 'simd128', shape: '2048/256', peer: 'gmp-wasm', most: 1 / 2.2, goal: 1 / 2.7 },
  { node: 20, kernel: 'scalar', shape: '2048/256', peer: 'gmp-wasm', most: 1 / 1.2, goal: 1 / 1.5 },
];

await installRuntimes();
const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const runs = [];
const measured = [];
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
  const { kernel, openssl, rows } = answer;
  console.log(
    `\n${engine.version}, powmod ${kernel}, OpenSSL ${openssl}: µs a call, minimum of many; in brackets powmod's time over it`,
  );
  for (const { bits, exponentBits, timings } of rows) {
    const shape = `${bits}/${exponentBits}`;
    const ratios = Object.entries(timings).map(([peer, { min }]) => ({ peer, min, ratio: timings.powmod.min / min }));
    console.log(
      `  ${shape}: ${ratios.map(({ peer, min, ratio }) => `${peer} ${min.toFixed(0)} (${ratio.toFixed(2)})`).join(', ')}`,
    );
    for (const { peer, ratio } of ratios) measured.push({ node, kernel, shape, peer, ratio });
  }
}

console.log("\nPowmod's time over the peer's:");
console.table(
  BOUNDS.map(({ most, goal, ...wanted }) => {
    const found = measured.find((row) => Object.entries(wanted).every(([key, value]) => row[key] === value));
    return {
      node: wanted.node,
      kernel: found?.kernel ?? wanted.kernel,
      shape: wanted.shape,
      peer: wanted.peer,
      ratio: found?.ratio.toFixed(3),
      'at most': most.toFixed(3),
      goal: goal.toFixed(3),
      verdict: verdict(found?.ratio, { most, goal }),
    };
  }),
);
writeResult(options, runs);
