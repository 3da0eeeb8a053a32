// Every kernel in every engine: that it computes rightly there, and that a wrong one is found out.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { engines } from '../engines/engines.mjs';
import { IN_UNFUSED_ENGINE } from './checks.js';

const rows = [];

const proofs = readdirSync(new URL('../vectors/proofs', import.meta.url))
  .filter((name) => /-(\d+|large)\.json$/.test(name))
  .map((name) => `tests/vectors/proofs/${name}`);
assert.ok(proofs.length > 10, 'the proofs made in Python are there');

for (const { name, kernels, isUnfused, missing, open } of engines) {
  test(name, async (t) => {
    const reason = missing();
    if (reason) {
      rows.push({ engine: name, version: `left out: ${reason}` });
      assert.notEqual(process.env.CI, 'true', reason);
      return t.skip(reason);
    }
    const start = performance.now();
    const engine = await open();
    t.after(() => engine.close());
    const report = await engine.call('tests/kernels/checks.js', proofs);
    const failed = report.checks.filter(({ problem }) => problem);
    rows.push({
      engine: name,
      version: engine.version,
      kernels: report.kernels.join(' '),
      auto: report.auto,
      passed: `${report.checks.length - failed.length} of ${report.checks.length}`,
      seconds: ((performance.now() - start) / 1000).toFixed(0),
    });

    await t.test('runs the kernels that it should, and chooses the first', () => {
      for (const kernel of kernels) assert.ok(report.kernels.includes(kernel), kernel);
      assert.equal(report.auto, report.kernels[0]);
      if (isUnfused) assert.ok(report.checks.some(({ name }) => name === IN_UNFUSED_ENGINE));
    });
    for (const { name, problem } of report.checks) await t.test(name, () => assert.equal(problem, undefined));
  });
}

after(() => console.table(rows));
