// Finds the fastest method for each pair of lengths on every kernel, and the loss of the package's own choice.
// node bench/methods/run.mjs [--quick] [--json FILE] [ENGINE…]
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { regret } from '../../workshop/methods.js';
import { readOptions, writeResult } from '../harness.mjs';
import { PAPERS, simplest } from './simplest.mjs';

const { wanted, ...options } = readOptions();
const RUNS = { 'Node 24': ['relaxed', 'simd128', 'scalar'], 'Chromium with wide arithmetic': ['wide'] };
const sizes = options.quick ? [16, 256, 2048] : [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 2 ** power);
const race = options.quick
  ? { rounds: 3, sampleMs: 1, warmMs: 0, within: 1.1, budgetMs: 0 }
  : { rounds: 7, sampleMs: 1, warmMs: 4, within: 1.1, budgetMs: 150 };
/** The row and the column of the map for two bases along which the report draws curves; these keep every time. */
const LINES = { bits: 2048, exponentBits: 256 };
const isOnLine = ({ bases, bits, exponentBits }) =>
  bases === 2 && (bits === LINES.bits || exponentBits === LINES.exponentBits);

const maps = [];
const lines = [];
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
      for (const bases of [1, 2])
        maps.push({
          ...where,
          ...mapOf(
            bases,
            cells.filter((cell) => cell.bases === bases),
          ),
        });
      for (const { bits, exponentBits, timings } of cells.filter(isOnLine))
        lines.push({ ...where, bits, exponentBits, times: minima(timings) });
    }
  });
writeResult(options, { sizes, maps, lines });

/** A map: rows are lengths of moduli, columns are lengths of exponents. */
function mapOf(bases, cells) {
  const grid = (value) =>
    sizes.map((bits) => {
      const row = cells.filter((cell) => cell.bits === bits);
      return sizes.map((exponentBits) => value(row.find((cell) => cell.exponentBits === exponentBits)));
    });
  const regrets = cells.map((cell) => ({ ...cell, ...regret(cell) })).sort((a, b) => a.loss - b.loss);
  const losses = regrets.map(({ loss }) => loss);
  const { bits, exponentBits, best } = regrets.at(-1);
  const median = losses[losses.length >> 1];
  const worst = { loss: losses.at(-1), bits, exponentBits, best };
  return {
    bases,
    best: grid((cell) => simplest(cell)),
    ...(bases === 2 && { papers: grid((cell) => simplest(cell, PAPERS)) }),
    auto: grid(({ timings }) => timings.auto.min),
    regret: { median, worst },
  };
}

function minima(timings) {
  return Object.fromEntries(Object.entries(timings).map(([name, { min }]) => [name, min]));
}
