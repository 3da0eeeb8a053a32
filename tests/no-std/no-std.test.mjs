// The core without `std`: on bare metal it takes no more instructions than crypto-bigint and little memory, and a
// program for WebAssembly takes the fastest kernel that its target features allow and that is right in the engine. And
// Chia's integers where words of `usize` would have 32 bits.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { installTargets } from '../../crate/build/tools.mjs';
import { engines, ownNode } from '../../workshop/engines/engines.mjs';
import { roundingTwice } from '../../workshop/kernel-builds.mjs';
import { BOARDS, buildApp, cargo, countOn, FOLDER, WASI, WASM } from '../../workshop/no-std/build.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { testInEach } from '../each-engine.mjs';
import { leftOut } from '../support/left-out.mjs';
import { sampleOf, turn } from '../support/sample.mjs';

await installTargets([WASM, ...Object.keys(BOARDS)]);

const SECRET = ['--features=secret'];
const modules = {
  plain: await buildApp({ options: SECRET }),
  simd128: await buildApp({ options: SECRET, features: ['simd128'] }),
  relaxed: await buildApp({ options: SECRET, features: ['relaxed-simd'] }),
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
test('an engine of each kind is here', () => {
  if (process.env.POWMOD_ENGINES !== 'own') assert.equal(chosen.length, KINDS.length);
});
for (const engine of chosen)
  testInEach([engine], 'tests/no-std/checks.js', buildsFor(engine), ({ kernels }) => kernels);

/** A secret power of 2048 bits on a Cortex-M4. */
const MOST = { instructions: 125_000_000, heap: 12_000, stack: 5_000 };

// The first set installs no emulator: there the counts are left out, in CI too.
const withoutBoard = process.env.POWMOD_ENGINES === 'own' ? missing('board') : leftOut(missing('board'));

// One board for each commit: POWMOD_SAMPLE=all takes both.
for (const target of sampleOf({ board: Object.keys(BOARDS) }, turn()).board) {
  test(`counts on ${target}`, { skip: withoutBoard }, async (t) => {
    const counts = await countOn(target);
    for (const [name, { instructions, heap, stack }] of counts)
      t.diagnostic(`${name}: ${instructions} instructions, ${heap} bytes of heap, ${stack} of stack`);
    for (const bits of [256, 512, 1024, 2048])
      assert.ok(
        counts.get(`powmod ${bits}`).instructions <= counts.get(`crypto-bigint ${bits}`).instructions,
        `${bits}`,
      );
    const most = counts.get('powmod 2048');
    assert.ok(most.heap <= MOST.heap && most.stack <= MOST.stack, JSON.stringify(most));
    if (target.startsWith('thumb')) assert.ok(most.instructions <= MOST.instructions, JSON.stringify(most));
  });
}

test('the arithmetic of Chia is right where `usize` has 32 bits', async (t) => {
  await installTargets([WASI]);
  const runner = `${process.execPath} --no-warnings ${join(root, 'tests/no-std/wasi.mjs')}`;
  const env = { CARGO_TARGET_WASM32_WASIP1_RUNNER: runner };
  const ran = await cargo(['test', '--package=powmod-chia', '--lib'], WASI, [], ['integer::'], env);
  const [, passed] = /^test result: ok\. (\d+) passed; 0 failed/m.exec(ran) ?? [];
  assert.ok(Number(passed) > 5, ran);
  t.diagnostic(`${passed} tests passed`);
});

const refused = (name, target, flags, message) =>
  test(`refuses ${name}`, () => assert.rejects(cargo(['check', '--package=powmod-kernel'], target, flags), message));
const kernel = (name) => `--cfg=powmod_kernel="${name}"`;
refused('an unknown kernel', WASM, [kernel('relaxd')], /"relaxd"`: this build has no kernel of this name/);
refused('relaxed without its feature', WASM, [kernel('relaxed')], /needs `-C target-feature=\+relaxed-simd` on wasm/);
refused('simd128 without its feature', WASM, [kernel('simd128')], /needs `-C target-feature=\+simd128`/);
