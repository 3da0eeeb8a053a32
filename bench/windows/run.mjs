// Windows chosen by the exponent's length (Ji, Wan): their operation counts, and their times beside Python's `pow`.
// node bench/windows/run.mjs [--quick] [--json FILE]
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { program as debianProgram, missing } from '../../workshop/programs/installed.mjs';
import { meanCounts } from '../counts.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const SIZES = options.quick ? [1024, 2048] : [1024, 2048, 3072, 4096];
const METHODS = {
  '5-ary': { method: 'mary', window: 5 },
  'm-ary': { method: 'mary' },
  'sliding, paper': { method: 'sliding', table: 'paper' },
  'sliding, minimal': { method: 'sliding', table: 'minimal' },
};
const timing = options.quick
  ? { rounds: 5, sampleMs: 5, warmMs: 20, slowMs: 10 }
  : { rounds: 17, sampleMs: 20, slowMs: 200 };

const python = [
  { name: 'CPython', by: 'pow' },
  { name: 'CPython, m-ary', by: 'mary' },
  { name: 'CPython, sliding', by: 'sliding' },
];
const withoutPypy = missing('pypy');
if (withoutPypy) console.log(`PyPy is left out: ${withoutPypy}`);
else
  for (const { name, by } of [...python])
    python.push({ name: name.replace('CPython', 'PyPy'), by, program: debianProgram('pypy', 'interpreter') });

const samples = options.quick ? 100 : 1000;
/** The widest windows in the paper's tables. */
const WIDEST = { mary: 8, sliding: 9 };
const rows = Object.entries(WIDEST).flatMap(([method, widest]) =>
  Array.from({ length: widest - 1 }, (_, i) => ({
    ...{ part: 'change', window: i + 2, method: method === 'mary' ? 'm-ary' : method },
    values: { counted: crossover(method, i + 2) },
  })),
);
for (const bits of SIZES) {
  const count = (method) => {
    const { squarings, products } = meanCounts({ bits, samples: samples / 10, ...method });
    return Math.round(squarings + products);
  };
  const counts = Object.entries(METHODS).map(([name, method]) => [name, count(method)]);
  rows.push({ part: 'count', bits, values: Object.fromEntries(counts) });
}
const {
  engine,
  kernel,
  rows: times,
} = await inNode('bench/windows/measure.js', { sizes: SIZES, methods: METHODS, python, timing });
for (const { bits, timings } of times) rows.push({ part: 'time', engine, kernel, bits, timings });
writeRows(options, rows);

/** The length of the exponent, in bits, from which a window costs less than the next narrower one. */
function crossover(method, window) {
  const isBetter = (bits) => cost(bits, window) < cost(bits, window - 1);
  const cost = (bits, window) => {
    const { squarings, products } = meanCounts({ bits, samples, method, window });
    return squarings + products;
  };
  let [below, from] = [1, 2];
  while (!isBetter(from)) [below, from] = [from, 2 * from];
  while (from - below > 1) {
    const bits = (below + from) >> 1;
    if (isBetter(bits)) from = bits;
    else below = bits;
  }
  return from;
}
