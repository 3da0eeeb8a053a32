// What the choice between native BigInt and WebAssembly costs, and the numbers of crate/js/src/arithmetic/crossover.ts: the time
// of a product, in every engine. node bench/crossover/run.mjs [--quick] [--json FILE] [ENGINE…]
import { build } from 'esbuild';
import { variants } from '../../crate/wasm/variants.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeRows } from '../harness.mjs';

const options = readOptions();
const [lengths, exponents] = options.quick
  ? [
      [64, 2048],
      [1, 17],
    ]
  : [
      [64, 256, 1024, 2048, 4096, 8192, 12288],
      [1, 2, 6, 17, 64, 256, 1024],
    ];
/** Longer powers only repeat what shorter ones show. */
const LONGEST = 2 ** 20;
const shapes = lengths.flatMap((bits) =>
  exponents.map((exponentBits) => [bits, exponentBits]).filter(([bits, length]) => bits * length <= LONGEST),
);
const timing = options.quick ? { rounds: 1, sampleMs: 0.2, warmMs: 1 } : { rounds: 11, sampleMs: 1.5, warmMs: 5 };

const rule = 'target/bench/crossover.js';
await build({
  stdin: {
    contents: "export * from './crossover.ts'; export * from './shortcuts.ts';",
    resolveDir: 'crate/js/src/arithmetic',
  },
  ...{ bundle: true, format: 'esm', outfile: rule },
});
const rows = await inEngines(options.wanted, async (engine) => {
  const measured = [];
  for (const { name: kernel } of variants)
    measured.push(...(await engine.call('bench/crossover/measure.js', { kernel, rule, shapes, timing })));
  return measured.map((row) => ({ engine: engine.version, ...row }));
});
const all = rows.flat();
const names = [...new Set(all.map(({ engine, kernel }) => `${engine}\n${kernel}`))];
writeRows(
  options,
  names.flatMap((name) => {
    const [engine, kernel] = name.split('\n');
    const own = all.filter((row) => row.engine === engine && row.kernel === kernel);
    const product = (way, state) => productOf(own, way, state);
    return [
      {
        ...{ part: 'product', engine, kernel },
        timings: {
          kernel: product('kernel', 'kept'),
          'BigInt, again': product('BigInt', 'kept'),
          'BigInt, fresh': product('BigInt', 'fresh'),
        },
      },
      {
        ...{ part: 'worst', engine, kernel },
        values: {
          ...worst(own, 'BigInt', (timings) => timings.BigInt.min),
          ...worst(own, 'the better', (timings) => Math.min(timings.BigInt.min, timings.kernel.min)),
        },
      },
    ];
  }),
);

/** The time of a product: the difference of a long power and of a short one, which have the same other costs. */
function productOf(rows, way, state) {
  const own = rows.filter((row) => row.bits === 2048 && row.form === 'bigint' && row.state === state);
  const [short, long] = [own[0], own.at(-1)];
  const between = (what) => (long.timings[way][what] - short.timings[way][what]) / (long.products - short.products);
  return { min: between('min'), median: between('median') };
}

/** The most that powmod takes over another time, among the powers that take BigInt 20 µs or longer. */
function worst(rows, name, base) {
  const [cost, row] = rows
    .filter(({ timings }) => timings.BigInt.min >= 20)
    .map((row) => [row.timings.powmod.min / base(row.timings), row])
    .reduce((one, other) => (other[0] > one[0] ? other : one), [0]);
  return {
    [`over ${name}`]: cost,
    [`where, over ${name}`]: row ? `${row.bits}/${row.exponentBits}, ${row.form}, ${row.state}` : '–',
  };
}
