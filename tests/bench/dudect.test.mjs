// The statistics of bench/dudect/dudect.mjs: Welch's t as Python computes it, and in each engine the rows. Whether the
// control shows its difference is for the bench, on a quiet machine: without it the bench fails.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { welch } from '../../bench/dudect/welch.js';
import { root } from '../../crate/build/run.mjs';
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

test('in an engine of each make, the quick form measures the control and the secrets', {
  timeout: 600_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-dudect-'));
  t.after(() => rm(folder, { recursive: true }));
  const json = join(folder, 'result.json');
  // It ends with 1 where the control shows nothing, as it may beside other work.
  spawnSync(process.execPath, ['bench/dudect/dudect.mjs', '--quick', '--json', json], { cwd: root });
  const results = JSON.parse(await readFile(json, 'utf8'));
  for (const make of ENGINES)
    await t.test(make, (t) => {
      const [control, ...others] = results.filter(({ engine }) => engine.split(' ')[0] === make);
      if (!control) return t.skip(leftOut('the engine is missing'));
      assert.deepEqual([control.shows, others.filter(({ shows }) => shows).length, others.length], [true, 0, 8]);
      for (const { name, most, values } of [control, ...others])
        assert.ok(Number.isFinite(most) && values.measurements > 100, `${name}: ${most} of ${values.measurements}`);
      // So few measurements judge no secret.
      t.diagnostic([control, ...others].map(({ name, most }) => `${name}: |t| ≤ ${most.toFixed(1)}`).join(', '));
    });
});
