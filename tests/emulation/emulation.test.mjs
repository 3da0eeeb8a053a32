// The package, its kernels and the pool on ARM64, under QEMU, and as on processors without FMA and without SSE4.1.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { emulated } from '../../workshop/engines/emulated.mjs';
import { needsOf } from '../../workshop/kernels.js';
import { kernelsOf, testInEach } from '../each-engine.mjs';
import { IN_ANY_ENGINE } from '../kernels/checks.js';
import { proofs } from '../runtimes/examples.mjs';

/** QEMU takes up to fifty times as long as the machine: fewer lengths and proofs, and more time to optimise. */
const kernels = {
  lengths: [33, 301, 1449],
  karatsuba: [4849],
  proofFiles: ['wesolowski-1027', 'tokamak-2048'].map((name) => `tests/vectors/proofs/${name}.json`),
  tierUpMs: 3000,
};

describe('under emulation', { concurrency: 2 }, () => {
  // The pool is JavaScript, and tests/pool has it in every engine: one on ARM64 is enough.
  for (const engine of emulated)
    testInEach(
      [engine],
      'tests/emulation/checks.js',
      { proofs, kernels, hasPool: engine === emulated[0] },
      kernelsOf,
      expect,
    );
});

async function expect(t, engine, report) {
  await t.test('runs exactly the kernels that the processor and the engine allow', () =>
    assert.deepEqual(report.kernels.toSorted(), [...engine.kernels, 'bigint'].sort()),
  );
  await t.test('chooses the kernel that is the fastest there', () => assert.equal(needsOf(report.auto), engine.auto));
  await t.test('checks a build that rounds twice, if it has SIMD', () =>
    assert.equal(
      report.checks.some(({ name }) => name === IN_ANY_ENGINE),
      engine.features.includes('simd'),
    ),
  );
}
