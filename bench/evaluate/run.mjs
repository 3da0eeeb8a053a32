// The squarings of an evaluation on every kernel, beside native BigInt and GMP, in turn; and proving beside evaluating.
// node bench/evaluate/run.mjs [--quick] [--json FILE]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { missingGmpy2 } from '../peers/gmpy2.mjs';
import { verdict } from '../verdict.mjs';

const options = readOptions();
const ENGINE = 'Node 24';

/**
 * `gain` is the peer's time for a squaring over the kernel's. `proving` is the time of a proof over its evaluation's.
 */
const BOUNDS = [
  { kernel: 'relaxed', figure: 'gain', of: 'BigInt', least: 4, goal: 5.5 },
  { kernel: 'relaxed', figure: 'gain', of: 'GMP', least: 1.3, goal: 1.7 },
  { kernel: 'simd128', figure: 'gain', of: 'BigInt', least: 2, goal: 2 },
  { kernel: 'relaxed', figure: 'proving', of: 'wesolowski', most: 0.12, goal: 0.12 },
  { kernel: 'relaxed', figure: 'proving', of: 'wesolowski, two workers', most: 0.1, goal: 0.07 },
  { kernel: 'relaxed', figure: 'proving', of: 'pietrzak', most: 0.12, goal: 0.03 },
];

const withoutGmp = missingGmpy2();
if (withoutGmp) console.log(`GMP is left out: ${withoutGmp}`);

const [report] = await inEngines([ENGINE], async (engine) => ({
  engine: engine.version,
  ...(await engine.call('bench/evaluate/measure.js', {
    kernels: ['relaxed', 'simd128', 'scalar'],
    peers: ['bigint', ...(withoutGmp ? [] : ['gmp'])],
    iterations: options.quick ? 2 ** 17 : 2 ** 22,
    squaring: { rounds: options.quick ? 3 : 41, sampleMs: 20 },
    proving: { rounds: options.quick ? 2 : 7, sampleMs: 1, warmMs: 1 },
  })),
}));
if (!report) throw new Error(`${ENGINE} is not there`);
console.log(`${report.engine}, 2048 bits, µs a squaring, minimum of many: ${figures(report.squaring, 3)}`);
console.log(`T = ${report.iterations}, ${report.kernel}, ms, minimum of many: ${figures(report.proving, 0)}`);
console.table(
  BOUNDS.map(({ kernel, figure, of, ...bounds }) => {
    const value =
      figure === 'gain'
        ? ratio(report.squaring, of, kernel)
        : ratio(report.proving, of, `evaluate ${of.split(',')[0]}`);
    return { kernel, figure, of, value: value?.toFixed(3), ...bounds, verdict: verdict(value, bounds) };
  }),
);
writeResult(options, report);

function ratio(timings, one, other) {
  return timings[one] && timings[other] && timings[one].min / timings[other].min;
}

function figures(timings, digits) {
  return Object.entries(timings)
    .map(([name, { min }]) => `${name} ${min.toFixed(digits)}`)
    .join(', ');
}
