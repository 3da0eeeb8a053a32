// Finds the fastest method for each pair of lengths on every kernel, and the loss of the package's own choice.
// node bench/methods/methods.mjs [--quick] [--json FILE] [ENGINE…]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { kernelsWith, nodeKernels } from '../../workshop/kernels.js';
import { regret } from '../../workshop/methods.js';
import { readOptions, writeRows } from '../harness.mjs';

const { wanted, ...options } = readOptions();
const RUNS = { 'Node 24': nodeKernels, 'Chromium with wide arithmetic': kernelsWith(['wideArithmetic']) };
const sizes = options.quick ? [16, 256, 2048] : [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power);
const race = options.quick
  ? { rounds: 3, sampleMs: 1, warmMs: 0, within: 1.1, budgetMs: 0 }
  : { rounds: 7, sampleMs: 1, warmMs: 4, within: 1.1, budgetMs: 150 };
/** The row and the column of the map for two bases along which the report draws curves; these keep every time. */
const LINES = { bits: 2048, exponentBits: 256 };
const isOnLine = ({ bases, bits, exponentBits }) =>
  bases === 2 && (bits === LINES.bits || exponentBits === LINES.exponentBits);

/** A map: a row for each length of the modulus, with the method for each length of the exponents. */
const mapOf = (cells, methodOf) =>
  sizes.map((bits) => ({
    ...{ part: 'best', bits },
    values: Object.fromEntries(
      cells.filter((cell) => cell.bits === bits).map((cell) => [cell.exponentBits, methodOf(cell)]),
    ),
  }));

/** The methods for two bases that the paper compares (Attias, Vigneri, Dimitrov, Figure 5). */
const PAPERS = ['separate', ...['ary', 'yll'].flatMap((method) => [2, 3, 4].map((window) => `${method} ${window}`))];

const rows = [];
const isWanted = (name) => !wanted.length || wanted.includes(name);
for (const name of Object.keys(RUNS).filter(isWanted))
  await inEngines([name], async (engine) => {
    for (const kernel of RUNS[name]) {
      const { problem, cells } = await engine.call('bench/methods/measure.js', { kernel, sizes, lines: LINES, race });
      if (problem) {
        console.log(`${engine.version}: ${problem}`);
        continue;
      }
      const where = { engine: engine.version, kernel };
      for (const [bases, name] of [
        [1, 'one base'],
        [2, 'two bases'],
      ]) {
        const own = cells.filter((cell) => cell.bases === bases);
        rows.push(...mapOf(own, (cell) => simplest(cell)).map((row) => ({ ...row, ...where, bases: name })));
        if (bases === 2)
          rows.push(
            ...mapOf(own, (cell) => simplest(cell, PAPERS)).map((row) => ({
              ...row,
              ...where,
              bases: `${name}, methods of the paper`,
            })),
          );
        rows.push({ part: 'regret', ...where, bases: name, values: regretOf(own) });
      }
      for (const { bits, exponentBits, timings } of cells.filter(isOnLine))
        rows.push({ part: 'line', ...where, bits, exponentBits, timings });
    }
  });
await writeRows(options, rows);

/** How much slower the package's own choice is than the best method. */
function regretOf(cells) {
  const sorted = cells.map((cell) => ({ ...cell, ...regret(cell) })).sort((a, b) => a.loss - b.loss);
  const worst = sorted.at(-1);
  const percent = ({ loss }) => `${(100 * loss).toFixed(1)} %`;
  const where = worst.loss > 0 ? `${worst.bits}/${worst.exponentBits}, where ${worst.best} is the fastest` : '';
  return { 'median cell': percent(sorted[sorted.length >> 1]), 'worst cell': percent(worst), where };
}

/**
 * Of the methods within 2 % of the fastest, which noise alone may order, the first in the order of workshop/methods.js.
 */
function simplest({ timings }, among = Object.keys(timings).filter((name) => name !== 'auto')) {
  const fastest = Math.min(...among.map((name) => timings[name].min));
  return among.find((name) => timings[name].min <= 1.02 * fastest);
}
