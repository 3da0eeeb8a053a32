// Runs one list of checks in several engines, and prints a table of the results.
import './support/built.mjs';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leftOut } from './support/left-out.mjs';

/**
 * Makes a test for each engine, which calls `module` there, and a sub-test for each check that the module reports.
 *
 * @template {import('../workshop/engines/engine.ts').Engine} E
 * @template {{ checks: { name: string, problem?: string }[] }} R
 * @param {E[]} engines
 * @param {string} module its path below the repository's root
 * @param {unknown} argument for all engines, or a function that gives that of each
 * @param {(report: R) => object} row the cells of the table for a report
 * @param {(t: import('node:test').TestContext, engine: E, report: R) => Promise<void>} [expect] further sub-tests
 */
export function testInEach(engines, module, argument, row, expect = async () => {}) {
  const rows = [];
  for (const engine of engines) {
    test(engine.name, async (t) => {
      const reason = engine.missing();
      if (reason) {
        rows.push({ engine: engine.name, version: `left out: ${reason}` });
        return t.skip(leftOut(reason));
      }
      const start = performance.now();
      const { version, report } = await askIn(
        t,
        engine,
        module,
        typeof argument === 'function' ? argument(engine) : argument,
      );
      assert.ok(report.checks.length > 0, 'a report without checks says nothing');
      const failed = report.checks.filter(({ problem }) => problem);
      rows.push({
        engine: engine.name,
        version,
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

/**
 * Calls `module` in the engine. If a check fails in an engine that loses variables, starts the engine again and calls
 * once more.
 */
async function askIn(t, engine, module, argument) {
  const { open } = engine; // inEngines calls it without its engine too
  const ask = async () => {
    const opened = await open();
    try {
      return { version: opened.version, report: await opened.call(module, argument) };
    } finally {
      await opened.close();
    }
  };
  if (!engine.losesVariables) return ask();
  const first = await ask().catch((error) => ({ report: { checks: [{ name: 'the call', problem: `${error}` }] } }));
  const { checks, kernels = engine.kernels } = first.report;
  const problems = checks.filter(({ problem }) => problem).map(({ name, problem }) => `${name}: ${problem}`);
  problems.push(...engine.kernels.filter((kernel) => !kernels.includes(kernel)).map((kernel) => `no ${kernel}`));
  if (problems.length === 0) return first;
  t.diagnostic(`${engine.name} loses variables, so once more: ${problems.join('; ')}`);
  return ask();
}

/** The cells of the table that show the kernels. */
export const kernelsOf = ({ kernels, auto }) => ({ kernels: kernels.join(' '), auto });

/** A sub-test: the engine ran every kernel that it must run, and `auto` chose the first in the order of its reason. */
export function choosesTheFirst(t, { kernels }, { kernels: working, auto, reason }) {
  return t.test('runs every kernel that it must run, and chooses the first that works', () => {
    for (const kernel of [...kernels, 'bigint']) assert.ok(working.includes(kernel), kernel);
    const [, order = 'bigint'] = /: the first that works of (.*), as /.exec(reason) ?? [];
    assert.equal(
      auto,
      order.split(', ').find((kernel) => working.includes(kernel)),
      reason,
    );
  });
}
