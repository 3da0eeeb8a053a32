// The core without `std`: it compiles for bare metal, and a program for WebAssembly takes the fastest kernel that its
// target features allow and that is right in the engine.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { installTargets } from '../../crate/build/tools.mjs';
import { engines, ownNode } from '../../workshop/engines/engines.mjs';
import { roundingTwice } from '../../workshop/kernel-builds.mjs';
import { buildApp, cargo, FOLDER, WASM } from '../../workshop/no-std/build.mjs';
import { testInEach } from '../each-engine.mjs';

const BARE_METAL = ['thumbv7em-none-eabi', 'riscv32imac-unknown-none-elf'];

await installTargets([WASM, ...BARE_METAL]);

const modules = {
  plain: await buildApp(),
  simd128: await buildApp({ features: ['simd128'] }),
  relaxed: await buildApp({ features: ['relaxed-simd'] }),
};
modules['relaxed, rounding twice'] = await roundingTwice(modules.relaxed);

/** The modules that an engine accepts, with the kernel that each must take there. */
function buildsFor({ features, isUnfused }) {
  const fallback = isUnfused ? 'simd128' : 'relaxed';
  const accepts = features.includes('fusedMultiplyAdd') || isUnfused;
  const expected = {
    plain: 'scalar',
    simd128: 'simd128',
    ...(accepts && { relaxed: fallback, 'relaxed, rounding twice': 'simd128' }),
  };
  return Object.entries(expected).map(([name, kernel]) => ({ name, kernel, file: fileOf(name) }));
}

const fileOf = (name) => `${FOLDER}/${name}.wasm`;
mkdirSync(join(root, FOLDER), { recursive: true });
for (const [name, bytes] of Object.entries(modules)) writeFileSync(join(root, fileOf(name)), bytes);

/** One engine of each kind: whether relaxed SIMD fuses is a matter of the engine's compiler. */
const KINDS = ['Node 26', 'Bun', 'Firefox', 'WebKit'];
const chosen = process.env.POWMOD_ENGINES === 'own' ? [ownNode] : engines.filter(({ name }) => KINDS.includes(name));
for (const engine of chosen)
  testInEach([engine], 'tests/no-std/checks.js', buildsFor(engine), ({ kernels }) => kernels);

for (const target of BARE_METAL) test(`compiles for ${target}`, () => cargo(['check', '--package=powmod'], target));

const refused = (name, target, flags, message) =>
  test(`refuses ${name}`, () => assert.rejects(cargo(['check', '--package=powmod-kernel'], target, flags), message));
const kernel = (name) => `--cfg=powmod_kernel="${name}"`;
refused('an unknown kernel', WASM, [kernel('relaxd')], /"relaxd"`: this build has no kernel of this name/);
refused('relaxed without its feature', WASM, [kernel('relaxed')], /needs `-C target-feature=\+relaxed-simd` on wasm/);
refused('simd128 without its feature', WASM, [kernel('simd128')], /needs `-C target-feature=\+simd128`/);
