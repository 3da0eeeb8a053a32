// The methods of the papers and the choice among them, in Node and in a browser.
// node bench/methods.mjs [--kernel NAME] [--quick] [--json FILE] [ENGINE…]
import { inEngines, readOptions, writeResult } from './harness.mjs';
import { regret } from './methods/cell.js';
import { verdict } from './verdict.mjs';

const options = readOptions({ kernel: { type: 'string', default: 'auto' } });
const wanted = options.wanted.length ? options.wanted : ['Node 24', 'Chromium'];
const task = {
  kernel: options.kernel,
  sizes: options.quick ? [32, 256, 2048] : [5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power),
  single: options.quick ? { rounds: 5, sampleMs: 5 } : { rounds: 41, sampleMs: 10 },
  cell: options.quick ? { rounds: 3, sampleMs: 2, warmMs: 2 } : { rounds: 9, sampleMs: 2, warmMs: 8 },
};

/** What the second thing's time over the first's must be, at least or at most, and what it is to be. */
const BOUNDS = {
  double: { least: 1.5, goal: 1.6 },
  native: { least: 1 / 0.65, goal: 2 },
  sixteen: { least: 2.5, goal: 2.5 },
  fixedBase: { least: 3, goal: 3 },
  earlyExit: { most: 1.01, goal: 1.01 },
};

const report = await inEngines(wanted, async (engine) => {
  const measured = await engine.call('bench/methods/measure.js', task);
  print(engine.version, measured);
  return { engine: engine.version, ...measured };
});
writeResult(options, report);

function print(version, { kernel, comparisons, grid }) {
  console.log(`\n${version}, powmod ${kernel}: µs, minimum of many, in turn`);
  console.table(
    Object.entries(comparisons).map(([what, timings]) => {
      const [[first, one], [second, other]] = Object.entries(timings);
      const ratio = other.min / one.min;
      return {
        what,
        first: `${first} ${one.min.toFixed(1)}`,
        second: `${second} ${other.min.toFixed(1)}`,
        ratio: ratio.toFixed(3),
        verdict: verdict(ratio, BOUNDS[what]),
      };
    }),
  );
  for (const bases of [1, 2]) {
    const cells = grid.filter((cell) => cell.bases === bases).map((cell) => ({ ...cell, ...regret(cell) }));
    const losses = cells.map(({ loss }) => loss).sort((a, b) => a - b);
    const worst = cells.reduce((a, b) => (b.loss > a.loss ? b : a));
    console.log(
      `${bases} base${bases > 1 ? 's' : ''}, ${cells.length} cells: auto's regret, median ${percent(losses[losses.length >> 1])} ` +
        `(at most 3 %), worst ${percent(worst.loss)} (at most 10 %) at ${worst.bits}/${worst.exponentBits} where ${worst.best} is best`,
    );
  }
}

function percent(x) {
  return `${(100 * x).toFixed(1)} %`;
}
