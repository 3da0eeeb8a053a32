// A program in Rust compiled to WebAssembly, as a user of the crate compiles one: a power by powmod, and by num-bigint.
// node bench/no-std/run.mjs [--quick] [--json FILE]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { installTargets } from '../../crate/build/tools.mjs';
import { inNode } from '../../workshop/engines/in-engines.mjs';
import { buildApp, FOLDER, WASM } from '../../workshop/no-std/build.mjs';
import { readOptions, writeResult } from '../harness.mjs';

const options = readOptions();
/** Options that a user may give the compiler. The profile `bench` is cargo's own `release`: the crates have `opt-level = 3`. */
const BUILDS = options.quick
  ? { 'relaxed-simd': { options: ['--features=num-bigint'] } }
  : Object.fromEntries(
      ['', 'simd128', 'relaxed-simd'].map((feature) => [
        feature,
        { options: ['--features=num-bigint', '--profile=bench'], profile: 'release' },
      ]),
    );
const timing = options.quick ? { rounds: 2, sampleMs: 1, warmMs: 1 } : { rounds: 25, sampleMs: 20 };

await installTargets([WASM]);
const builds = [];
for (const [feature, how] of Object.entries(BUILDS)) {
  const bytes = await buildApp({ ...how, features: feature ? [feature] : [] });
  const file = `${FOLDER}/bench-${feature || 'default'}.wasm`;
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFileSync(join(root, file), bytes);
  builds.push({ feature, file });
}
await writeResult(options, await inNode('bench/no-std/measure.js', { builds, timing }));
