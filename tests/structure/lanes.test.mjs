// The runner: the suites side by side, each when it can start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanes } from '../../crate/build/lanes.mjs';
import { failuresIn } from '../count.mjs';
import { suitesOf } from '../suites.mjs';

const suites = suitesOf({ all: true });

/** Runs jobs that end when told, and records what starts. */
function trial(jobs, lanes) {
  const started = [];
  const end = {};
  const all = inLanes(jobs, lanes, ({ name }) => {
    started.push(name);
    return new Promise((resolve) => {
      end[name] = async () => {
        resolve(`${name} ended`);
        await new Promise(setImmediate);
      };
    });
  });
  return { started, end, all };
}

test('as many jobs run as there are lanes, in their order', async () => {
  const { started, end, all } = trial([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2);
  await new Promise(setImmediate);
  assert.deepEqual(started, ['a', 'b']);
  await end.b();
  assert.deepEqual(started, ['a', 'b', 'c']);
  await end.c();
  await end.a();
  assert.deepEqual(await all, ['a ended', 'b ended', 'c ended']);
});

for (const [what, first, second] of [
  ['a job waits for what it needs', {}, { needs: ['a', 'not chosen'] }],
  ['two jobs never hold the same thing', { holds: ['x'] }, { holds: ['y', 'x'] }],
])
  test(`${what}, and others pass it`, async () => {
    const { started, end, all } = trial([{ name: 'a', ...first }, { name: 'b', ...second }, { name: 'c' }], 3);
    await new Promise(setImmediate);
    assert.deepEqual(started, ['a', 'c']);
    await end.a();
    assert.deepEqual(started, ['a', 'c', 'b']);
    await end.b();
    await end.c();
    await all;
  });

test('jobs with a fraction of a lane run beside others', async () => {
  const jobs = [{ name: 'a', lanes: 0.25 }, { name: 'b', lanes: 0.25 }, { name: 'c' }, { name: 'd' }];
  const { started, end, all } = trial(jobs, 2);
  await new Promise(setImmediate);
  assert.deepEqual(started, ['a', 'b', 'c']);
  await end.a();
  assert.deepEqual(started, ['a', 'b', 'c']);
  await end.b();
  assert.deepEqual(started, ['a', 'b', 'c', 'd']);
  await end.c();
  await end.d();
  await all;
});

test('a wide job waits for its lanes; on fewer lanes it runs alone', async () => {
  const jobs = [{ name: 'a' }, { name: 'wide', lanes: 2 }, { name: 'c' }];
  const two = trial(jobs, 2);
  await new Promise(setImmediate);
  assert.deepEqual(two.started, ['a', 'c']);
  await two.end.a();
  assert.deepEqual(two.started, ['a', 'c']);
  await two.end.c();
  assert.deepEqual(two.started, ['a', 'c', 'wide']);
  await two.end.wide();
  await two.all;

  const one = trial(jobs, 1);
  await new Promise(setImmediate);
  await one.end.a();
  assert.deepEqual(one.started, ['a', 'wide']);
  await one.end.wide();
  await one.end.c();
  await one.all;
});

test('a need that ends never is an error', async () => {
  await assert.rejects(trial([{ name: 'a', needs: ['a'] }], 2).all, /these need what nobody runs: a/);
});

test('after a failure no job starts, and those that run end first', async () => {
  const ended = [];
  const jobs = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const run = async ({ name }) => {
    if (name === 'a') throw new Error('a failed');
    await new Promise(setImmediate);
    ended.push(name);
  };
  await assert.rejects(inLanes(jobs, 2, run), /a failed/);
  assert.deepEqual(ended, ['b']);
});

test('each suite needs only what the list has before it', () => {
  const before = new Set();
  for (const { name, needs } of suites) {
    for (const need of needs) assert.ok(before.has(need), `${name} needs ${need}`);
    before.add(name);
  }
});

test('every suite that `npm test -- NAME` leaves out is no need of another, or is only a matter of order', () => {
  const setup = new Set(suites.filter((suite) => suite.setup).map(({ name }) => name));
  const others = suites.flatMap(({ name, needs }) =>
    needs.filter((need) => !setup.has(need)).map((need) => [name, need]),
  );
  assert.deepEqual(others, [
    ['bench', 'cargo test'],
    ['start', 'documents'],
    ['start', 'chromium'],
    ['start', 'firefox'],
    ['start', 'webkit'],
  ]);
});

test('what is printed again of a failed suite are its failing tests', () => {
  assert.equal(failuresIn('ok\n✖ failing tests:\n\n✖ one\n'), '✖ failing tests:\n\n✖ one');
  const rust = (name) => `failures:\n\n---- ${name} stdout ----\n\nfailures:\n    ${name}\n\n`;
  assert.equal(
    failuresIn(`ok\n\n${rust('one')}test result: FAILED\nrunning\n\n${rust('two')}test result: FAILED\n`),
    `${rust('one')}${rust('two')}`.trimEnd(),
  );
  const lines = Array.from({ length: 100 }, (_, i) => `${i}`);
  assert.deepEqual(failuresIn(`${lines.join('\n')}\n`).split('\n'), lines.slice(40));
});
