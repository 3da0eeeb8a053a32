// The times of products, squarings and set-up of every kernel in every engine, as ratios.
// node bench/kernels/run.mjs [--quick] [--json FILE] [ENGINE…]

import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { buildTestKernels } from '../../workshop/kernel-builds.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { verdict } from '../verdict.mjs';

const options = readOptions();
const timing = options.quick ? { sizes: [2048], rounds: 3, sampleMs: 3, warmMs: 12 } : {};

/**
 * Bounds at 2048 bits: `gain` is the time of a product of `cios` over the kernel's, `squaring` is the time of a
 * squaring over a product of the same kernel.
 */
const BOUNDS = [
  { engine: 'Node 24', kernel: 'relaxed', figure: 'gain', least: 4.5, goal: 6 },
  { engine: 'Node 24', kernel: 'relaxed', figure: 'squaring', most: 0.85, goal: 0.78 },
  { engine: 'Node 24', kernel: 'simd128', figure: 'squaring', most: 0.93, goal: 0.85 },
  { engine: 'Node 24', kernel: 'scalar', figure: 'squaring', most: 0.85, goal: 0.78 },
  { engine: 'Node 24', kernel: 'scalar', figure: 'gain', least: 1.45, goal: 1.6 },
  { engine: 'Node 20', kernel: 'simd128', figure: 'gain', least: 2.3, goal: 2.9 },
  { engine: 'WebKit', kernel: 'simd128', figure: 'gain', least: 2.3, goal: 2.9 },
  { engine: 'Bun', kernel: 'simd128', figure: 'gain', least: 2.3, goal: 2.9 },
  { engine: 'Chromium with wide arithmetic', kernel: 'wide', figure: 'gain', least: 3, goal: 5 },
];

await buildTestKernels();
const report = await inEngines(options.wanted, async (engine, name) => {
  const measured = await engine.call('bench/kernels/measure.js', timing);
  print(name, engine.version, measured);
  return { engine: name, version: engine.version, ...measured };
});
console.log('\nAt 2048 bits:');
console.table(BOUNDS.map(judged));
writeResult(options, report);

function judged({ engine, kernel, figure, ...bounds }) {
  const rows = report.find((measured) => measured.engine === engine)?.rows.filter(({ bits }) => bits === 2048);
  const row = rows?.find((row) => row.kernel === kernel);
  const value = row && (figure === 'gain' ? gain(rows, row) : row.squaring.min / row.product.min);
  const { most, least, goal } = bounds;
  return {
    engine,
    kernel,
    figure,
    value: value?.toFixed(2),
    bound: least ? `at least ${least}` : `at most ${most}`,
    goal,
    verdict: verdict(value, bounds),
  };
}

/** The time of a product of `cios` over that of the kernel. */
function gain(rows, { bits, product }) {
  return rows.find((row) => row.bits === bits && row.kernel === 'cios').product.min / product.min;
}

function print(name, version, { rows, unavailable }) {
  console.log(`\n${name}: ${version}`);
  for (const [kernel, why] of Object.entries(unavailable)) console.log(`  ${kernel} does not run: ${why}`);
  console.table(
    rows.map((row) => ({
      bits: row.bits,
      kernel: row.kernel,
      'product µs': row.product.min.toFixed(3),
      'cios / product': gain(rows, row).toFixed(2),
      'squaring µs': row.squaring.min.toFixed(3),
      'squaring / product': (row.squaring.min / row.product.min).toFixed(2),
      'set-up / product': (row.setUp.min / row.product.min).toFixed(1),
    })),
  );
}
