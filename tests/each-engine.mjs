// One list of checks in each of several engines, and a table of what came of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

/**
 * A test for each engine, which calls `module` there, and one in it for each check that the module reports.
 *
 * @template {import('../workshop/engines/engine.ts').Engine} E
 * @template {{ checks: { name: string, problem?: string }[] }} R
 * @param {E[]} engines
 * @param {string} module its path below the repository's root
 * @param {unknown} argument
 * @param {(report: R) => object} row what the table shows of a report
 * @param {(t: import('node:test').TestContext, engine: E, report: R) => Promise<void>} [expect] what else must hold
 */
export function testInEach(engines, module, argument, row, expect = async () => {}) {
  const rows = [];
  for (const engine of engines) {
    test(engine.name, async (t) => {
      const reason = engine.missing();
      if (reason) {
        rows.push({ engine: engine.name, version: `left out: ${reason}` });
        assert.notEqual(process.env.CI, 'true', reason);
        return t.skip(reason);
      }
      const start = performance.now();
      const open = await engine.open();
      t.after(() => open.close());
      const report = await open.call(module, argument);
      const failed = report.checks.filter(({ problem }) => problem);
      rows.push({
        engine: engine.name,
        version: open.version,
        ...row(report),
        passed: `${report.checks.length - failed.length} of ${report.checks.length}`,
        seconds: ((performance.now() - start) / 1000).toFixed(0),
      });
      await expect(t, engine, report);
      for (const { name, problem } of report.checks) await t.test(name, () => assert.equal(problem, undefined));
    });
  }
  after(() => console.table(rows));
}

/** What a report says of the kernels, in the table. */
export const kernelsOf = ({ kernels, auto }) => ({ kernels: kernels.join(' '), auto });

/** The kernels that must run did, and the fastest of those that run is chosen. */
export function choosesTheFirst(t, { kernels }, report) {
  return t.test('runs the kernels that it should, and chooses the first', () => {
    for (const kernel of kernels) assert.ok(report.kernels.includes(kernel), kernel);
    assert.equal(report.auto, report.kernels[0]);
  });
}
