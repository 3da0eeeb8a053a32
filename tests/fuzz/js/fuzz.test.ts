// A bounded run of every target.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './run.ts';
import { targets } from './targets.ts';

const MILLISECONDS = 3000;

for (const target of targets)
  test(target.name, async (t) => {
    const executions = await run(target, MILLISECONDS);
    t.diagnostic(`${executions} sets of values`);
    assert.ok(executions > 0);
  });
