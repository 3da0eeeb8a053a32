// The package's table of crossovers: reads it, and writes it from a measurement.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name) => fileURLToPath(new URL(`../../crate/js/src/arithmetic/${name}`, import.meta.url));
const TABLE = path('crossover-table.ts');

const { outputFiles } = await build({ entryPoints: [path('shortcuts.ts')], bundle: true, write: false, format: 'esm' });
/** The package's own estimate of the products of a power, and the lengths of its table. */
export const { productsOf, LENGTHS } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

/** The bits of the longest exponent that is tried. */
export const LONGEST_EXPONENT = 512;
const LONGEST = Math.ceil(productsOf(1n << BigInt(LONGEST_EXPONENT - 1)));

/** The numbers that the table may hold. Measurements scatter more than the larger steps, and every page loads the digits. */
const STEPS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, LONGEST];

/**
 * The share of a fresh modulus's crossover that the table holds. A call must first find out that the modulus is fresh, so
 * BigInt must save more than this costs.
 */
const FRESH = 0.9;

/** The package's name for the engine that a runtime or a browser has: `family` of shortcuts.ts. */
export function familyOf(name) {
  if (name === 'Firefox') return 'SpiderMonkey';
  if (name === 'WebKit') return 'JavaScriptCore';
  if (name === 'Bun') return 'Bun';
  return name === 'Deno' || name.startsWith('Chromium') ? 'V8 with inverses' : 'V8';
}

/** Writes the table: the median of the engines of a family, without outliers among the lengths. */
export function writeTable(report) {
  const families = new Set(report.map(({ family }) => family));
  const engines = [...families].map((name) => {
    const rows = report.filter(({ family }) => family === name);
    return `  '${name}': {\n${kernelsOf(rows).join('')}  },\n`;
  });
  writeFileSync(TABLE, `${HEAD}${engines.join('')}};\n`);
  execFileSync('npx', ['--no', 'biome', 'format', '--write', TABLE]);
}

function kernelsOf(rows) {
  const crossings = rows.flatMap(({ crossings }) => crossings);
  return [...new Set(crossings.map(({ kernel }) => kernel))].map((kernel) => {
    const own = crossings.filter((one) => one.kernel === kernel);
    const cells = own.flatMap(({ cells }) => cells);
    const numbers = (form, state) => {
      const chosen = cells.filter((cell) => cell.form === form && cell.state === state);
      const lengths = [...new Set(chosen.map(({ bits }) => bits))];
      const each = lengths.map((bits) =>
        median(chosen.filter((cell) => cell.bits === bits).map(({ products }) => products)),
      );
      // A power has whole products: a crossover at 1.9 leaves a power of two products to WebAssembly.
      return smooth(each).map((number) => stepNearest(Math.floor(state === 'fresh' ? FRESH * number : number)));
    };
    const row = (form) =>
      `{ kept: [${numbers(form, 'kept').join(', ')}], fresh: [${numbers(form, 'fresh').join(', ')}] }`;
    return `    ${kernel}: {\n      bigint: ${row('bigint')},\n      bytes: ${row('bytes')},\n      mul: ${firstFaster(own)},\n    },\n`;
  });
}

/** The place of a row from which on WebAssembly multiplies bytes faster, by the median of the engines. */
function firstFaster(crossings) {
  const ratios = crossings[0].products.map((_, place) =>
    median(crossings.map(({ products }) => products[place].ratio)),
  );
  const first = ratios.findLastIndex((ratio) => ratio <= 0) + 1;
  return first < ratios.length ? first : Infinity;
}

/** The median of the engines. The number is missing where BigInt was faster for every exponent: the longest stands for it. */
function median(numbers) {
  const sorted = numbers.map((one = LONGEST) => one).sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** Each number, or if it is between neither of its neighbours, the nearer of them. */
function smooth(numbers) {
  return numbers.map(
    (number, i) => [numbers[i - 1] ?? number, number, numbers[i + 1] ?? number].sort((a, b) => a - b)[1],
  );
}

function stepNearest(number) {
  const off = (step) => Math.abs(Math.log((step + 2) / (number + 2)));
  return STEPS.reduce((best, step) => (off(step) < off(best) ? step : best));
}

const HEAD = `// Written by bench/crossover/run.mjs --write.
import type { Crossovers } from './crossover.js';

export const crossovers: Crossovers = {
`;
