// The package, its kernels and the pool on ARM64, under QEMU, and as on processors without FMA and without SSE4.1. Of
// what QEMU runs each commit has a sample; POWMOD_SAMPLE=all takes all.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { emulated } from '../../workshop/engines/emulated.mjs';
import { needsOf } from '../../workshop/kernels.js';
import { kernelsOf, testInEach } from '../each-engine.mjs';
import { IN_ANY_ENGINE } from '../kernels/checks.js';
import { proofs } from '../runtimes/examples.mjs';
import { sampleOf, turn } from '../support/sample.mjs';

/** QEMU takes up to fifty times as long as the machine: fewer lengths and proofs, and more time to optimise. */
const ALL = {
  engine: emulated.filter(({ emulator }) => emulator),
  proofFiles: ['wesolowski-1027', 'tokamak-2048'].map((name) => `tests/vectors/proofs/${name}.json`),
  lengths: [33, 301, 1449],
};
const MORE = { karatsuba: [4849], tierUpMs: 3000 };
const sample = sampleOf(ALL, turn());

describe('under emulation', { concurrency: 2 }, () => {
  for (const engine of [...sample.engine, ...emulated.filter((one) => !ALL.engine.includes(one))]) {
    const { proofFiles, lengths } = engine.emulator ? sample : ALL;
    const kernels = { proofFiles, lengths, ...MORE };
    // The pool is JavaScript, and tests/pool has it in every engine: one on ARM64 is enough.
    const hasPool = engine === emulated[0];
    testInEach([engine], 'tests/emulation/checks.js', { proofs, kernels, hasPool }, kernelsOf, expect);
  }
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
