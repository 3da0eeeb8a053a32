// Verifying Wesolowski proofs modulo RSA-2048, one by one and in batches, from JavaScript call to result; hashing to
// primes, which is a part of verification; and one proof of either scheme, and a batch, by a pool of one worker and of two. node bench/verify/run.mjs [--quick] [--json FILE]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { verdict } from '../verdict.mjs';

const options = readOptions();
const task = options.quick
  ? { proofs: 25, seeds: 100, batch: 64, timing: { rounds: 3, sampleMs: 1, warmMs: 10 } }
  : { proofs: 200, seeds: 1000, batch: 256, timing: { rounds: 15, sampleMs: 5, warmMs: 60 } };

const KERNELS = options.quick ? ['relaxed'] : ['relaxed', 'simd128', 'scalar'];

/** Bounds for the kernel `relaxed`: ratios of two times. */
const BOUNDS = [
  { figure: 'hash to prime / double exponentiation', of: ({ hash, double }) => hash / double, most: 0.4, goal: 0.4 },
  { figure: 'verify / double exponentiation', of: ({ verify, double }) => verify / double, most: 1.45, goal: 1.3 },
  { figure: 'BigInt / verify', of: ({ bigint, verify }) => bigint / verify, least: 5, goal: 5 },
  { figure: 'verify / two of OpenSSL', of: ({ verify, openssl }) => verify / openssl, most: 1.25, goal: 0.9 },
  {
    figure: 'one by one / batch, both without hashing to primes',
    of: ({ alone, batch, statements }) => (alone - statements) / (batch - statements),
    least: 1.5,
    goal: 1.75,
  },
  { figure: 'one by one / batch', of: ({ alone, batch }) => alone / batch, least: 1.6, goal: 1.7 },
];

await buildTestKernels();
const report = await inEngines(['Node 24'], async (engine) => {
  const runs = [];
  for (const kernel of KERNELS) {
    runs.push({ engine: engine.version, ...(await engine.call('bench/verify/measure.js', { kernel, ...task })) });
    print(runs.at(-1));
  }
  runs[0].shares = await engine.call('bench/verify/shares.js', { timing: task.timing });
  printShares(runs[0].shares);
  runs[0].batches = await engine.call('bench/verify/batches.js', task);
  printBatches(runs[0].batches);
  return runs;
});
writeResult(options, report.flat());

function printShares(shares) {
  console.log('\nOne proof by a pool: µs on one worker and on two, minima (medians)');
  const time = ({ min, median }) => `${min.toFixed(0)} (${median.toFixed(0)})`;
  console.table(
    shares.map(({ scheme, bits, kernel, one, two }) => {
      const bounds = bits === 4096 ? { least: 1, goal: 1.5 } : { least: 0.97, goal: 1 };
      return {
        proof: `${scheme}, ${bits} bits, ${kernel}`,
        'one worker': time(one),
        'two workers': time(two),
        'ratio of minima': (one.min / two.min).toFixed(2),
        'of medians': (one.median / two.median).toFixed(2),
        verdict: verdict(one.min / two.min, bounds),
      };
    }),
  );
}

function printBatches({ batch, kernel, alone, one, two }) {
  console.log(`\nA batch of ${batch} proofs, ${kernel}: µs of each without a pool, on one worker and on two`);
  const time = ({ min, median }) => `${min.toFixed(0)} (${median.toFixed(0)})`;
  console.log(`  without a pool ${time(alone)}, one worker ${time(one)}, two workers ${time(two)}`);
  const bounds = { least: 1.8, goal: 1.9 };
  console.table(
    Object.entries({ 'without a pool / two workers': alone, 'one worker / two workers': one }).map(
      ([figure, peer]) => ({
        figure,
        'of minima': (peer.min / two.min).toFixed(2),
        'of medians': (peer.median / two.median).toFixed(2),
        ...bounds,
        verdict: verdict(peer.min / two.min, bounds),
      }),
    ),
  );
}

function print({ engine, ...measured }) {
  console.log(`\n${engine}, powmod ${measured.kernel}, OpenSSL ${measured.openssl}: mean µs of each`);
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
