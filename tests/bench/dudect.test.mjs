// The statistics of bench/dudect/run.mjs, compared with Python's and tried on classes that do and do not differ.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compare, THRESHOLD, welch } from '../../bench/dudect/welch.js';

const PYTHON = `
import json, sys
from statistics import mean, variance
x, y = json.load(sys.stdin)
print((mean(x) - mean(y)) / (variance(x) / len(x) + variance(y) / len(y)) ** 0.5)
`;

/** Pseudorandom numbers in [0, 1), the same in every run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("Welch's t agrees with Python's variances", () => {
  const random = numbers(1);
  const samples = [40, 70].map((length) => Float64Array.from({ length }, () => 100 * random()));
  const t = Number(
    execFileSync('python3', ['-c', PYTHON], { input: JSON.stringify(samples.map((sample) => [...sample])) }),
  );
  assert.ok(Math.abs(welch(samples) - t) < 1e-9, `${welch(samples)}, Python ${t}`);
});

/** Times of two classes in random order. One in fifty is a long pause. */
function measured(timeOf) {
  const random = numbers(2);
  const classes = Array.from({ length: 20_000 }, () => (random() < 0.5 ? 0 : 1));
  const times = classes.map((which) => timeOf(which, random) + (random() < 0.02 ? 1e6 * random() : 0));
  return compare(times, classes);
}

test('classes with the same distribution do not differ', () => {
  const { most, measurements } = measured((_, random) => 1000 + 50 * random());
  assert.ok(most < THRESHOLD, `${most}`);
  const used = measurements[0] + measurements[1];
  assert.equal(used, 18_000);
});

test('cropping finds a difference that long pauses hide', () => {
  const { most, t } = measured((which, random) => 1000 + 50 * random() + 5 * which);
  assert.ok(Math.abs(t.all) < THRESHOLD, `${t.all}`);
  assert.ok(most > THRESHOLD, `${most}`);
});

test('the squared distances show a difference in spread alone', () => {
  const random = numbers(3);
  const classes = Array.from({ length: 20_000 }, () => (random() < 0.5 ? 0 : 1));
  const { t } = compare(
    classes.map((which) => 1000 + (random() - 0.5) * (which ? 120 : 100)),
    classes,
  );
  assert.ok(Math.abs(t.all) < THRESHOLD, `${t.all}`);
  assert.ok(Math.abs(t.second) > THRESHOLD, `${t.second}`);
});

const ENGINES = ['Node', 'Bun', 'Deno', 'Chromium', 'Firefox', 'WebKit'];

test('in an engine of each make, the quick form finds the control', { timeout: 600_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'powmod-dudect-'));
  t.after(() => rm(folder, { recursive: true }));
  const json = join(folder, 'result.json');
  const bench = fileURLToPath(new URL('../../bench/dudect/run.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [bench, '--quick', '--json', json]);
  const results = JSON.parse(await readFile(json, 'utf8'));
  const makes = results.map(({ engine }) => engine.split(' ')[0]);
  for (const make of ENGINES)
    await t.test(make, (t) => {
      const result = results[makes.indexOf(make)];
      if (!result) {
        assert.notEqual(process.env.CI, 'true', 'left out: the engine is missing');
        return t.skip('the engine is missing');
      }
      const [control, ...others] = result.cases;
      assert.ok(control.shows && control.most > result.threshold, `${control.most}`);
      assert.equal(others.length, 5);
      // So few measurements judge no secret.
      t.diagnostic(others.map(({ name, most }) => `${name}: |t| ≤ ${most.toFixed(1)}`).join(', '));
    });
});
