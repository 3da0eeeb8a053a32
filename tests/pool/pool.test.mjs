// The pool in every engine.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engines } from '../engines/engines.mjs';

const rows = [];

for (const { name, missing, open } of engines) {
  test(name, async (t) => {
    const reason = missing();
    if (reason) {
      rows.push({ engine: name, version: `left out: ${reason}` });
      assert.notEqual(process.env.CI, 'true', reason);
      return t.skip(reason);
    }
    const engine = await open();
    t.after(() => engine.close());
    const { kernel, checks } = await engine.call('tests/pool/checks.js');
    const failed = checks.filter(({ problem }) => problem);
    const passed = `${checks.length - failed.length} of ${checks.length}`;
    rows.push({ engine: name, version: engine.version, kernel, passed });
    for (const { name, problem } of checks) await t.test(name, () => assert.equal(problem, undefined));
  });
}

after(() => console.table(rows));
