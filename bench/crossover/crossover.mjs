// What the choice between native BigInt and WebAssembly costs, and the numbers of crate/js/src/arithmetic/crossover.ts:
// the time of a product, in every engine. node bench/crossover/crossover.mjs [--quick] [--json FILE] [ENGINE…]
import { build } from 'esbuild';
import { variants } from '../../crate/wasm/variants.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const lengths = options.quick ? [64, 2048] : [64, 256, 1024, 2048, 4096, 8192, 12288];
const exponents = options.quick ? [1, 17] : [1, 2, 6, 17, 64, 256, 1024];
/** Longer powers only repeat what shorter ones show. */
const LONGEST = 2 ** 20;
const shapes = lengths.flatMap((bits) =>
  exponents.map((exponentBits) => [bits, exponentBits]).filter(([bits, length]) => bits * length <= LONGEST),
);
const timing = options.quick ? { rounds: 1, sampleMs: 0.2, warmMs: 1 } : { rounds: 5, sampleMs: 1.5, warmMs: 5 };
const tries = options.quick ? 1 : 6;

const rule = 'target/bench/crossover.js';
await build({ entryPoints: ['crate/js/src/arithmetic/crossover.ts'], bundle: true, format: 'esm', outfile: rule });
const rows = [];
await inEngines(options.wanted, async ({ version, call }) => {
  for (const { name: kernel } of variants) {
    const own = await call('bench/crossover/measure.js', { kernel, rule, shapes, tries, timing });
    if (own.length) rows.push(...summary(own).map(({ part, ...row }) => ({ part, engine: version, kernel, ...row })));
  }
});
await writeRows(options, rows);

function summary(own) {
  const product = (way, state) => productOf(own, way, state);
  const timings = { 'the kernel': product('kernel', 'kept'), 'BigInt, again': product('BigInt', 'kept') };
  return [
    { part: 'product', timings: { ...timings, 'BigInt, fresh': product('BigInt', 'fresh') } },
    { part: 'worst', values: worst(own) },
  ];
}

/** The time of a product: that of the longest power over its products, so that the set-up hardly counts. */
function productOf(rows, way, state) {
  const own = rows.filter((row) => row.bits === 2048 && row.form === 'bigint' && row.state === state);
  const { timings, products } = own.at(-1);
  return { min: timings[way].min / products, median: timings[way].median / products };
}

/** The most that powmod takes over BigInt, among the powers that take BigInt 20 µs or longer. */
function worst(rows) {
  const costOf = ({ timings }) => timings.powmod.min / timings.BigInt.min;
  const [row] = rows.filter(({ timings }) => timings.BigInt.min >= 20).sort((a, b) => costOf(b) - costOf(a));
  if (!row) return { 'over BigInt': '–' };
  const { bits, exponentBits, form, state } = row;
  return { 'over BigInt': costOf(row), where: `${bits}/${exponentBits}, ${form}, ${state}` };
}
