// The pool in every engine; and in Node and in a page that is frozen now and then, in trouble.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines } from '../../workshop/engines/engines.mjs';
import { testInEach } from '../each-engine.mjs';
import { leftOut } from '../support/left-out.mjs';

// The pool is that of Chromium, whatever kernels there are.
const others = engines.filter(({ known }) => !known);
testInEach(others, 'tests/pool/checks.js', undefined, ({ kernel }) => ({ kernel }));

const MODULE = 'tests/pool/trouble.js';
const SECONDS = 15;
/** The most milliseconds for which a tab is awake, and then frozen. */
const AWAKE = 4000;
const FROZEN = 2500;

const places = {
  'Node 24': (engine) => engine.call(MODULE, SECONDS),
  async Chromium(engine) {
    const tab = await engine.openPage(MODULE);
    let isDone = false;
    const work = tab.evaluate(`inTrouble(${SECONDS})`).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await Promise.race([sleep(Math.random() * AWAKE), work]);
      if (isDone) break;
      await tab.freeze(true);
      await sleep(Math.random() * FROZEN);
      await tab.freeze(false);
    }
    const report = await work;
    assert.ok(report.freezes > 0);
    return report;
  },
};

for (const [name, run] of Object.entries(places))
  test(`a pool whose workers die loses no call: ${name}`, { timeout: 240_000 }, async (t) => {
    const { missing, open } = engines.find((engine) => engine.name === name);
    const reason = leftOut(missing());
    if (reason) return t.skip(reason);
    const engine = await open();
    t.after(() => engine.close());
    const { problems, right, killed, late } = await run(engine);
    t.diagnostic(JSON.stringify({ right, killed, late }));
    assert.deepEqual(problems, []);
    assert.ok(killed > 0 && late > 0 && Object.keys(right).length >= 5);
  });
