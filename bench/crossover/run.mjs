// From which exponent on WebAssembly is faster than native BigInt, by the modulus's length, in every engine; and what the
// package's choice costs beside the better of the two.
// node bench/crossover/run.mjs [--quick] [--write] [--from FILE] [--json FILE] [ENGINE…]
// --write writes the package's table, crate/js/src/arithmetic/crossover-table.ts, and builds the package with it.
// --from takes the crossovers from an earlier result, and measures only what the table costs.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';
import { familyOf, LENGTHS, LONGEST_EXPONENT, productsOf, writeTable } from './table.mjs';

const { wanted, ...options } = readOptions({ write: { type: 'boolean', default: false }, from: { type: 'string' } });
/** A cell with at most this regret counts as well chosen. */
const WELL = 1.15;
const KERNELS = ['relaxed', 'wide', 'simd128', 'scalar'];
/** How many of the worst cells, and of the longest badly chosen ones, are kept. */
const KEPT = 8;

/** Exponents with as many bits set as an average one. */
const exponentOf = (bits) =>
  bits < 3
    ? 2n ** BigInt(bits) - 1n
    : BigInt(
        `0b1${'01'
          .repeat(bits)
          .slice(2 - (bits % 2))
          .slice(0, bits - 2)}1`,
      );
const hex = (exponent) => exponent.toString(16);
const EXPONENTS = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  10,
  12,
  14,
  17,
  20,
  24,
  28,
  31,
  40,
  64,
  96,
  128,
  192,
  256,
  384,
  LONGEST_EXPONENT,
].map(exponentOf);
/** The table's lengths, since most moduli have one of them, and a length that stands for all longer moduli. */
const MEASURED = [...LENGTHS, 12288];

const crossing = options.quick
  ? {
      lengths: [64, 2048],
      exponents: EXPONENTS.slice(0, 12).map(hex),
      timing: { rounds: 1, sampleMs: 0.2, warmMs: 1, startMs: 1 },
    }
  : { lengths: MEASURED, exponents: EXPONENTS.map(hex), timing: { rounds: 5, sampleMs: 1.5, warmMs: 4, startMs: 150 } };
const grid = options.quick
  ? {
      lengths: [64, 2048],
      exponents: [3n, 65537n].map(hex),
      tries: 1,
      timing: { rounds: 1, sampleMs: 0.2, warmMs: 1, startMs: 1 },
    }
  : {
      lengths: [64, 128, 256, 521, 1024, 2048, 4096, 8192],
      exponents: [1n, 3n, 17n, 65537n, ...[64, 256, 1024].map(exponentOf)].map(hex),
      tries: 4,
      timing: { rounds: 5, sampleMs: 1.5, warmMs: 4, startMs: 150 },
    };

const kernels = options.quick ? ['scalar'] : KERNELS;
const crossings = options.from
  ? earlier(options.from)
  : await inEngines(wanted, async (engine, name) => {
      const measured = [];
      for (const kernel of kernels) {
        const { problem, cells, products } = await engine.call('bench/crossover/measure.js', { kernel, ...crossing });
        if (problem) continue;
        measured.push({
          kernel,
          products,
          cells: cells.map(({ place, before, after, ...cell }) => ({ ...cell, ...crossingOf(place, before, after) })),
        });
      }
      return { engine: name, version: engine.version, family: familyOf(name), crossings: measured };
    });
if (options.write) {
  writeTable(crossings);
  await build();
}
const regrets = await inEngines(wanted, async (engine) => {
  const { kernel, cells } = await engine.call('bench/crossover/regret.js', { ...grid, well: WELL });
  return { version: engine.version, kernel, regret: regretOf(cells) };
});
writeResult(
  options,
  crossings.map((row, i) => ({ ...row, ...regrets[i] })),
);

function earlier(file) {
  const rows = JSON.parse(readFileSync(file, 'utf8')).filter(({ engine }) => !wanted.length || wanted.includes(engine));
  return rows.map(({ engine, version, crossings }) => ({ engine, version, family: familyOf(engine), crossings }));
}

/** Builds the package with the new table. */
async function build() {
  const script = fileURLToPath(new URL('../../crate/build.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 24 });
}

/**
 * The products and the bits of the exponent for which BigInt and WebAssembly take the same time, between the last two
 * exponents that were tried; nothing if BigInt is faster for all of them, and −1 products if WebAssembly is.
 */
function crossingOf(place, before, after) {
  if (after === undefined) return {};
  if (before === undefined) return { products: -1, exponentBits: 0 };
  const at = (i) => BigInt(`0x${crossing.exponents[i]}`);
  const share = before / (before - after);
  const between = (of) => of(at(place - 1)) + share * (of(at(place)) - of(at(place - 1)));
  return { products: between(productsOf), exponentBits: between((exponent) => exponent.toString(2).length) };
}

/** The time of powmod over that of the better of BigInt and the kernel: the median cell, and the badly chosen ones. */
function regretOf(cells) {
  const sorted = cells
    .map(({ exponent, ...cell }) => ({
      ...cell,
      ...(exponent && { exponentBits: BigInt(`0x${exponent}`).toString(2).length }),
      regret: cell.powmod.min / Math.min(cell.loop.min, cell.kernel.min),
    }))
    .sort((a, b) => b.regret - a.regret);
  const badly = sorted.filter(({ regret }) => regret > WELL);
  const longest = badly.toSorted((a, b) => b.powmod.min - a.powmod.min).slice(0, KEPT);
  const median = sorted[sorted.length >> 1].regret;
  return { cells: sorted.length, within: sorted.length - badly.length, median, worst: sorted.slice(0, KEPT), longest };
}
