// The statistics of bench/dudect/dudect.mjs: Welch's t as Python computes it, and in each engine the difference of the
// control.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { THRESHOLD, welch } from '../../bench/dudect/welch.js';
import { run } from '../../crate/build/run.mjs';
import { leftOut } from '../support/left-out.mjs';

const PYTHON = `
import json, sys
from statistics import mean, variance
x, y = json.load(sys.stdin)
print((mean(x) - mean(y)) / (variance(x) / len(x) + variance(y) / len(y)) ** 0.5)
`;

test("Welch's t agrees with Python's variances", () => {
  const samples = [40, 70].map((length) => Float64Array.from({ length }, (_, i) => (7919 * i) % 101));
  const t = Number(
    execFileSync('python3', ['-c', PYTHON], { input: JSON.stringify(samples.map((sample) => [...sample])) }),
  );
  assert.ok(Math.abs(welch(samples) - t) < 1e-9, `${welch(samples)}, Python ${t}`);
});

const ENGINES = ['Node', 'Bun', 'Deno', 'Chromium', 'Firefox', 'WebKit'];

test('in an engine of each make, the quick form finds the control', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-dudect-'));
  t.after(() => rm(folder, { recursive: true }));
  const json = join(folder, 'result.json');
  await run(process.execPath, ['bench/dudect/dudect.mjs', '--quick', '--json', json]);
  const results = JSON.parse(await readFile(json, 'utf8'));
  for (const make of ENGINES)
    await t.test(make, (t) => {
      const [control, ...others] = results.filter(({ engine }) => engine.split(' ')[0] === make);
      if (!control) return t.skip(leftOut('the engine is missing'));
      assert.ok(control.shows && control.most > THRESHOLD, `${control.most}`);
      assert.equal(others.length, 8);
      // So few measurements judge no secret.
      t.diagnostic(others.map(({ name, most }) => `${name}: |t| ≤ ${most.toFixed(1)}`).join(', '));
    });
});
