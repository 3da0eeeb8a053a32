// Windows chosen by the exponent's length (Ji, Wan): their operation counts, and their times beside Python's `pow`.
// node bench/windows/run.mjs [--quick] [--json FILE]
import { run } from '../../crate/build/run.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { program as debianProgram, missing } from '../../workshop/programs/installed.mjs';
import { PYTHON } from '../../workshop/programs/python.mjs';
import { askCounts } from '../counts.mjs';
import { readOptions, writeResult } from '../harness.mjs';

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

/** Prints the version of PyPy, or of CPython. */
const VERSION = "import sys; print('.'.join(map(str, getattr(sys, 'pypy_version_info', sys.version_info)[:3])))";

const samples = options.quick ? 200 : 2000;
/** The widest windows in the paper's tables. */
const WIDEST = { mary: 8, sliding: 9 };
const crossings = Object.entries(WIDEST).flatMap(([method, widest]) =>
  Array.from({ length: widest - 1 }, (_, i) => ({ ask: 'crossover', method, window: i + 1, samples })),
);
const means = SIZES.flatMap((bits) =>
  Object.entries(METHODS).map(([name, options]) => ({
    ask: 'mean',
    name,
    bits,
    bases: 1,
    samples: samples / 10,
    ...options,
  })),
);
const answers = await askCounts([...crossings, ...means]);
const crossovers = crossings.map(({ method, window }, i) => ({ method, window: window + 1, from: answers[i].bits }));
const counts = means.map(({ name, bits }, i) => ({ name, bits, ...answers[crossings.length + i] }));

const [measured] = await inEngines(['Node 24'], async (engine) => ({
  engine: engine.version,
  ...(await engine.call('bench/windows/measure.js', { sizes: SIZES, methods: METHODS, python, timing })),
}));
const interpreters = Object.fromEntries(
  await Promise.all(
    python
      .filter(({ by }) => by === 'pow')
      .map(async ({ name, program = PYTHON }) => {
        const version = await run(program, ['-c', VERSION]);
        return [name, version.trim()];
      }),
  ),
);

writeResult(options, { samples, crossovers, counts, ...measured, interpreters, withoutPypy });
