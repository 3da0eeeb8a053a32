// The methods of the papers and the choice among them: node bench/methods.mjs [--kernel NAME] [--quick] [--json FILE]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { init } from 'powmod';
import { comparisons, grid, regret } from './methods/measure.js';

const { values: options } = parseArgs({
  options: {
    kernel: { type: 'string', default: 'auto' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const pm = await init({ kernel: options.kernel });
const report = { engine: `Node ${process.versions.node}`, kernel: pm.kernel };
console.log(`powmod ${pm.kernel}, ${report.engine}`);

report.comparisons = await comparisons(pm, options.quick ? { rounds: 5, sampleMs: 5 } : { rounds: 41, sampleMs: 10 });
for (const [what, timings] of Object.entries(report.comparisons)) {
  const [[first, one], [second, other]] = Object.entries(timings);
  const ratio = (other.min / one.min).toFixed(3);
  console.log(`${what}: ${first} ${one.min.toFixed(1)} µs, ${second} ${other.min.toFixed(1)} µs, ratio ${ratio}`);
}

const sizes = options.quick ? [32, 256, 2048] : [5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power);
report.grid = await grid(pm, sizes, { rounds: options.quick ? 3 : 9, sampleMs: 2, warmMs: options.quick ? 2 : 8 });
for (const bases of [1, 2]) {
  const cells = report.grid.filter((cell) => cell.bases === bases).map((cell) => ({ ...cell, ...regret(cell) }));
  const losses = cells.map(({ loss }) => loss).sort((a, b) => a - b);
  const worst = cells.reduce((a, b) => (b.loss > a.loss ? b : a));
  console.log(
    `${bases} base${bases > 1 ? 's' : ''}, ${cells.length} cells: auto's regret, median ${percent(losses[losses.length >> 1])}, ` +
      `worst ${percent(worst.loss)} at ${worst.bits}/${worst.exponentBits} where ${worst.best} is best`,
  );
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);

function percent(x) {
  return `${(100 * x).toFixed(1)} %`;
}
