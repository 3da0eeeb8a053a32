// The package on every platform: one list of checks, with every kernel that runs there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { platforms } from '../../workshop/engines/engines.mjs';
import { choosesTheFirst, kernelsOf, testInEach } from '../each-engine.mjs';

const proofs = ['wesolowski', 'pietrzak'].map((scheme) =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`powmod/examples/${scheme}-rsa2048.json`)), 'utf8')),
);

testInEach(platforms, 'tests/runtimes/checks.js', proofs, kernelsOf, async (t, platform, report) => {
  await choosesTheFirst(t, platform, report);
  if (platform.isUnfused)
    await t.test('relaxed is refused, because the engine rounds twice', () =>
      assert.ok(!report.kernels.includes('relaxed')),
    );
});
