// Every kernel in every engine: it computes correctly, and the self-test finds a kernel that does not. With
// POWMOD_ENGINES=own only in the machine's Node.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { variantsOf } from '../../crate/wasm/variants.mjs';
import { engines, ownNode } from '../../workshop/engines/engines.mjs';
import { choosesTheFirst, kernelsOf, testInEach } from '../each-engine.mjs';
import { IN_ANY_ENGINE, IN_UNFUSED_ENGINE } from './checks.js';

const proofFiles = readdirSync(new URL('../vectors/proofs', import.meta.url))
  .filter((name) => /-(\d+|large)\.json$/.test(name))
  .map((name) => `tests/vectors/proofs/${name}`);
assert.ok(proofFiles.length > 10, 'the proofs made in Python are there');

const withPowers = variantsOf('-powers').map(({ name }) => name);

const chosen = process.env.POWMOD_ENGINES === 'own' ? [ownNode] : engines;

const taskOf = ({ known }) => ({ proofFiles, withPowers, known });

testInEach(chosen, 'tests/kernels/checks.js', taskOf, kernelsOf, async (t, engine, report) => {
  await choosesTheFirst(t, engine, report);
  await t.test('checks a build that rounds twice', () =>
    assert.ok(report.checks.some(({ name }) => name === IN_ANY_ENGINE)),
  );
  if (engine.isUnfused)
    await t.test('checks the package’s relaxed, because the engine rounds twice', () =>
      assert.ok(report.checks.some(({ name }) => name === IN_UNFUSED_ENGINE)),
    );
});
