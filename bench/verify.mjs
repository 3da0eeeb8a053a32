// Verifying Wesolowski proofs modulo RSA-2048, one by one and together, from JavaScript call to answer; and hashing to
// primes, which is a part of it. node bench/verify.mjs [--quick] [--json FILE]
import { missingProgram, nodeProgram } from '../tests/engines/engines.mjs';
import { installRuntimes } from '../tests/engines/install.mjs';
import { openRuntime } from '../tests/engines/runtime.mjs';
import { buildTestKernels } from '../tests/kernels/builds.mjs';
import { readOptions, writeResult } from './harness.mjs';
import { verdict } from './verdict.mjs';

const options = readOptions();
const task = options.quick
  ? { proofs: 25, seeds: 100, batch: 64, timing: { rounds: 3, sampleMs: 1, warmMs: 10 } }
  : { proofs: 200, seeds: 1000, batch: 256, timing: { rounds: 15, sampleMs: 5, warmMs: 60 } };

const RUNS = [
  { node: 24, kernel: 'relaxed' },
  { node: 24, kernel: 'simd128' },
  { node: 24, kernel: 'scalar' },
].slice(0, options.quick ? 1 : undefined);

/** What must be reached in `relaxed`: one time over another. */
const BOUNDS = [
  { figure: 'hash to prime / double exponentiation', of: ({ hash, double }) => hash / double, most: 0.9, goal: 0.6 },
  { figure: 'verify / double exponentiation', of: ({ verify, double }) => verify / double, most: 2, goal: 1.6 },
  { figure: 'BigInt / verify', of: ({ bigint, verify }) => bigint / verify, least: 5, goal: 5 },
  { figure: 'verify / two of OpenSSL', of: ({ verify, openssl }) => verify / openssl, most: 1.25, goal: 0.9 },
  {
    figure: 'one by one / batch, both without hashing to primes',
    of: ({ alone, batch, statements }) => (alone - statements) / (batch - statements),
    least: 1.5,
    goal: 1.75,
  },
  { figure: 'one by one / batch', of: ({ alone, batch }) => alone / batch, least: 1.2, goal: 1.2 },
];

await installRuntimes();
await buildTestKernels();

const report = [];
for (const { node, kernel } of RUNS) {
  const reason = missingProgram(nodeProgram(node));
  if (reason) {
    console.log(`Node ${node} is left out: ${reason}`);
    continue;
  }
  const engine = await openRuntime('Node', nodeProgram(node));
  const measured = await engine.call('bench/verify/measure.js', { kernel, ...task });
  report.push({ engine: engine.version, ...measured });
  console.log(`\n${engine.version}, powmod ${measured.kernel}, OpenSSL ${measured.openssl}: mean µs of each`);
  const rows = Object.entries(measured.timings);
  console.log(
    `  ${rows.map(([name, { min, median }]) => `${name} ${min.toFixed(0)} (${median.toFixed(0)})`).join(', ')}`,
  );
  console.table(
    BOUNDS.map(({ figure, of, ...bounds }) => {
      const value = (what) => of(Object.fromEntries(rows.map(([name, timing]) => [name, timing[what]])));
      const { most, least, goal } = bounds;
      return {
        figure,
        'of minima': value('min').toFixed(2),
        'of medians': value('median').toFixed(2),
        bound: least ? `at least ${least}` : `at most ${most}`,
        goal,
        verdict: verdict(value('min'), bounds),
      };
    }),
  );
}
writeResult(options, report);
