// From which exponent on WebAssembly is faster than native BigInt, by the modulus's length, in every engine; and what the
// package's choice costs beside the better of the two.
// node bench/crossover.mjs [--quick] [--write] [--json FILE] [ENGINE…]
// --write writes the package's table, crate/js/src/arithmetic/crossover.ts. Build and run again to see what it costs.

import { inEngines } from '../workshop/engines/in-engines.mjs';
import { familyOf, LENGTHS, productsOf, writeTable } from './crossover/table.mjs';
import { readOptions, writeResult } from './harness.mjs';
import { verdict } from './verdict.mjs';

const { wanted, ...options } = readOptions({ write: { type: 'boolean', default: false } });
const KERNELS = ['relaxed', 'wide', 'simd128', 'scalar'];
/** The regret of each cell. */
const BOUND = { most: 1.15, goal: 1.05 };

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
const EXPONENTS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 31, 40, 64, 96, 128, 192, 256, 384, 512].map(
  exponentOf,
);
/** The middle of the lengths that share a place in the table. */
const MIDDLES = LENGTHS.map((bits, i) => Math.round(Math.sqrt(bits * (LENGTHS[i - 1] ?? bits / 2)))).concat(12288);

const crossing = options.quick
  ? { lengths: [64, 2048], exponents: EXPONENTS.slice(0, 12).map(hex), timing: { rounds: 1, sampleMs: 0.2, warmMs: 1 } }
  : { lengths: MIDDLES, exponents: EXPONENTS.map(hex), timing: { rounds: 7, sampleMs: 2, warmMs: 6 } };
const grid = options.quick
  ? { lengths: [64, 2048], exponents: [3n, 65537n].map(hex), timing: { rounds: 1, sampleMs: 0.2, warmMs: 1 } }
  : {
      lengths: [64, 100, 128, 192, 256, 384, 521, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192],
      exponents: [1n, 3n, 17n, 257n, 65537n, ...[32, 64, 128, 256, 1024, 8192].map(exponentOf)].map(hex),
      timing: { rounds: 7, sampleMs: 2, warmMs: 6 },
    };

const report = await inEngines(wanted, async (engine, name) => {
  const crossings = [];
  for (const kernel of options.quick ? ['scalar'] : KERNELS) {
    const { problem, cells } = await engine.call('bench/crossover/measure.js', { kernel, ...crossing });
    if (problem) continue;
    crossings.push({ kernel, cells: cells.map((cell) => ({ ...cell, products: productsAt(cell) })) });
  }
  const { kernel, cells } = await engine.call('bench/crossover/regret.js', grid);
  const row = { engine: name, version: engine.version, family: familyOf(name), kernel, crossings, cells };
  print(row);
  return row;
});
if (options.write) writeTable(report);
writeResult(options, report);

/** The products for which BigInt and WebAssembly take the same time, between the last two exponents that were tried. */
function productsAt({ place, before, after }) {
  const products = (at) => productsOf(BigInt(`0x${crossing.exponents[at]}`));
  if (before === undefined) return 0;
  if (after === undefined) return products(place - 1);
  const share = before / (before - after);
  return products(place - 1) + share * (products(place) - products(place - 1));
}

function print({ version, kernel, crossings, cells }) {
  console.log(`\n${version}, ${kernel}`);
  for (const { kernel, cells } of crossings) {
    const row = (state, form) =>
      cells
        .filter((cell) => cell.state === state && cell.form === form)
        .map(({ products }) => products.toFixed(0))
        .join(' ');
    console.log(
      `  ${kernel}: products up to which BigInt is faster, kept ${row('kept', 'bigint')}; fresh ${row('fresh', 'bigint')}`,
    );
    console.log(`  ${kernel}: as bytes, kept ${row('kept', 'bytes')}; fresh ${row('fresh', 'bytes')}`);
  }
  const regrets = cells
    .map(({ powmod, loop, kernel, ...cell }) => ({
      ...cell,
      regret: powmod / Math.min(loop, kernel),
      powmod,
      loop,
      kernel,
    }))
    .sort((a, b) => b.regret - a.regret);
  const within = regrets.filter(({ regret }) => regret <= BOUND.most).length;
  console.log(
    `  beside the better of BigInt and WebAssembly: median ${regrets[regrets.length >> 1].regret.toFixed(3)}, within ${BOUND.most}: ${within} of ${regrets.length}, worst ${verdict(regrets[0].regret, BOUND)}`,
  );
  console.table(
    regrets.slice(0, 8).map(({ exponent, ...cell }) => ({
      ...cell,
      exponentBits: exponent && BigInt(`0x${exponent}`).toString(2).length,
    })),
  );
}
