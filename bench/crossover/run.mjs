// What the choice between native BigInt and WebAssembly costs, and the numbers of crate/js/src/arithmetic/crossover.ts: the time
// of a product, in every engine. node bench/crossover/run.mjs [--quick] [--json FILE] [ENGINE…]
import { build } from 'esbuild';
import { variants } from '../../crate/wasm/variants.mjs';
import { inEngines } from '../../workshop/engines/in-engines.mjs';
import { readOptions, writeResult } from '../harness.mjs';

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
writeResult(options, rows.flat());
