// What is kept of the benches when a run of them stops, fails, or goes on elsewhere.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeJson } from '../../bench/harness.mjs';
import { isDone, runBenches } from '../../bench/schedule.mjs';

const chosen = [{ name: 'a' }, { name: 'b', engines: true }, { name: 'c' }];
const run = { commit: '1', date: 'today', quick: false, processor: 'fast' };

/**
 * Runs the benches that `known` lacks. `measure` gets a name. Resolves to what is kept, the benches that ran, and those
 * that failed.
 */
async function goOn(known, measure, labels = run) {
  const ran = [];
  let saved = known;
  const plan = {
    ...{ chosen, known, run: labels },
    missing: chosen.filter((bench) => !isDone(bench, known.runs, labels)),
    measure: async ({ name }) => {
      ran.push(name);
      return measure(name, ran.filter((one) => one === name).length);
    },
    save: (all) => {
      saved = structuredClone(all);
    },
  };
  const failed = await runBenches(plan).catch((error) => error.message);
  return { saved, ran, failed };
}

const rowsOf = (name) => ({ about: { seconds: 1 }, result: [{ name }] });
const NOTHING = { runs: {}, results: {} };
const whole = await goOn(NOTHING, rowsOf);

test('a run that stops keeps the benches that ended, and the next goes on with the others', async () => {
  const stopped = await goOn(NOTHING, (name) => {
    if (name === 'b') throw new Error('the machine is gone');
    return rowsOf(name);
  });
  assert.equal(stopped.failed, 'the machine is gone');
  assert.deepEqual(stopped.saved.results, { a: [{ name: 'a' }] });
  const next = await goOn(stopped.saved, rowsOf);
  assert.deepEqual(next.ran, ['b', 'c']);
  assert.deepEqual(next.saved, whole.saved);
  assert.deepEqual((await goOn(next.saved, rowsOf)).ran, []);
});

test('rows of another commit, form, processor or list of engines are measured anew, a bench at a time', async () => {
  for (const labels of [
    { ...run, commit: '2' },
    { ...run, quick: true },
    { ...run, processor: 'slow' },
  ]) {
    const stopped = await goOn(
      whole.saved,
      (name) => (name === 'b' ? Promise.reject(new Error('stop')) : rowsOf(name)),
      labels,
    );
    assert.deepEqual(stopped.saved.runs.a, { ...labels, seconds: 1 });
    assert.deepEqual(stopped.saved.runs.c, whole.saved.runs.c);
    assert.deepEqual((await goOn(stopped.saved, rowsOf, labels)).ran, ['b', 'c']);
  }
  const some = await goOn(whole.saved, rowsOf, { ...run, engines: ['Firefox'] });
  assert.deepEqual(some.ran, ['b']);
  assert.deepEqual((await goOn(some.saved, rowsOf)).ran, ['b']);
});

test('a bench that fails keeps its older rows, with the run that they are of', async () => {
  const labels = { ...run, commit: '2' };
  const { saved, failed } = await goOn(whole.saved, (name) => (name === 'c' ? undefined : rowsOf(name)), labels);
  assert.deepEqual(failed, ['c']);
  assert.deepEqual(saved.results.c, [{ name: 'c' }]);
  assert.deepEqual([saved.runs.b.commit, saved.runs.c.commit], ['2', '1']);
});

test('a bench that a neighbour slowed down runs up to three times, and its least slowed rows stay', async () => {
  for (const [slowdowns, kept] of [
    [[2, undefined], 2],
    [[2, 1.5, 1.7], 2],
    [[2, 1.7, 1.5], 3],
    [[1.5, 2, 1.7], 1],
  ]) {
    const noisy = (name, time) =>
      name === 'a' ? { about: { slower: slowdowns[time - 1] }, result: [{ time }] } : rowsOf(name);
    const { saved, ran } = await goOn(NOTHING, noisy);
    assert.deepEqual(ran, ['a', 'b', 'c', ...slowdowns.slice(1).map(() => 'a')]);
    assert.deepEqual(saved.results.a, [{ time: kept }]);
    assert.equal(saved.runs.a.slower, slowdowns[kept - 1]);
    assert.equal(saved.runs.a.tries, slowdowns.length);
    assert.deepEqual((await goOn(saved, rowsOf)).ran, []);
  }
});

test('a run that stops between two runs of a bench goes on with the next one', async () => {
  const slow = (name) => ({ ...rowsOf(name), about: { slower: 2 } });
  const stopped = await goOn(NOTHING, (name, time) => {
    if (name === 'b' && time === 2) throw new Error('stop');
    return slow(name);
  });
  assert.deepEqual(stopped.ran, ['a', 'b', 'c', 'a', 'b']);
  const next = await goOn(stopped.saved, slow);
  assert.deepEqual(next.ran, ['b', 'c', 'a', 'b', 'c']);
  assert.deepEqual((await goOn(next.saved, slow)).ran, []);
});

test('a file of results is replaced whole', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-schedule-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.json');
  writeJson(file, { results: { a: [{ old: 1 }] } });
  const reader = openSync(file, 'r');
  writeJson(file, { results: { a: [{ new: 1 }] } });
  assert.match(readFileSync(reader, 'utf8'), /old/);
  closeSync(reader);
  assert.match(readFileSync(file, 'utf8'), /new/);
});
