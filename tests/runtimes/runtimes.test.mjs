// The package on every platform: one list of checks, in each with every kernel that runs there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { platforms } from '../engines/engines.mjs';

const proofs = ['wesolowski', 'pietrzak'].map((scheme) =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`powmod/examples/${scheme}-rsa2048.json`)), 'utf8')),
);
const rows = [];

for (const { name, kernels, isUnfused, missing, open } of platforms) {
  test(name, async (t) => {
    const reason = missing();
    if (reason) {
      rows.push({ runtime: name, version: `left out: ${reason}` });
      assert.notEqual(process.env.CI, 'true', reason);
      return t.skip(reason);
    }
    const engine = await open();
    t.after(() => engine.close());
    const report = await engine.call('tests/runtimes/checks.js', proofs);
    const failed = report.checks.filter(({ problem }) => problem);
    rows.push({
      runtime: name,
      version: engine.version,
      'kernels that run': report.kernels.join(' '),
      chosen: report.auto,
      'tests passed': `${report.checks.length - failed.length} of ${report.checks.length}`,
    });

    await t.test('runs the kernels that it should, and chooses the first', () => {
      for (const kernel of kernels) assert.ok(report.kernels.includes(kernel), kernel);
      assert.equal(report.auto, report.kernels[0]);
    });
    if (isUnfused)
      await t.test('relaxed is refused, because the engine rounds twice', () =>
        assert.ok(!report.kernels.includes('relaxed')),
      );
    for (const { name, problem } of report.checks) await t.test(name, () => assert.equal(problem, undefined));
  });
}

after(() => console.table(rows));
