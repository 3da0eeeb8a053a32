// The package on every platform: one list of checks, with every kernel that runs there.
import assert from 'node:assert/strict';
import { platforms } from '../../workshop/engines/engines.mjs';
import { needsOf } from '../../workshop/kernels.js';
import { choosesTheFirst, kernelsOf, testInEach } from '../each-engine.mjs';
import { proofs } from './examples.mjs';

const taskOf = ({ known }) => ({ proofs, known });

testInEach(platforms, 'tests/runtimes/checks.js', taskOf, kernelsOf, async (t, platform, report) => {
  await choosesTheFirst(t, platform, report);
  if (platform.isUnfused)
    await t.test('relaxed is refused, because the engine rounds twice', () =>
      assert.ok(report.kernels.every((kernel) => needsOf(kernel) !== 'fusedMultiplyAdd')),
    );
});
