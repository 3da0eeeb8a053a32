// What `npm test -- NAME` runs, in which order, and how long that takes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { inSlots, secondsInSlots } from '../../crate/build/slots.mjs';
import { ROOMS, testsOf } from '../rooms.mjs';
import { suitesNamed, suitesOf } from '../suites.mjs';
import { javascript } from './imports.mjs';

const named = (part, options) => suitesNamed([part], { all: false, install: false, ...options });
const find = (suites, name) => suites.find((suite) => suite.name === name);

test('a named suite runs as in the first set, and whole with --all', () => {
  for (const [all, expected] of [
    [false, find(suitesOf({ all: false }), 'kernels')],
    [true, find(suitesOf({ all: true }), 'kernels')],
  ])
    assert.deepEqual(find(named('kernels', { all }), 'kernels'), expected);
  assert.notDeepEqual(named('kernels', { all: true }), named('kernels'));
  assert.ok(find(named('emulation'), 'emulation'), 'a suite outside the first set can be named too');
});

test('a named suite installs no system package without --all or --install', () => {
  assert.equal(find(named('chromium'), 'programs'), undefined);
  const programs = (part, options) => find(named(part, options), 'programs');
  assert.deepEqual(programs('chromium', { install: true }), find(suitesOf({ all: false }), 'programs'));
  assert.deepEqual(programs('secret', { install: true }), find(suitesOf({ all: true }), 'programs'));
  assert.ok(find(named('chromium', { all: true }), 'programs'));
});

test('the browsers start first, and no suite that a later one needs comes after it', () => {
  const suites = suitesOf({ all: true });
  const places = new Map(suites.map(({ name }, place) => [name, place]));
  const first = suites.filter(({ setup }) => !setup).slice(0, 3);
  assert.deepEqual(
    first.map(({ name }) => name),
    ['webkit', 'firefox', 'chromium'],
  );
  const setup = new Set(suites.filter((suite) => suite.setup).map(({ name }) => name));
  for (const [place, { name, needs }] of suites.entries())
    for (const need of needs)
      assert.ok(setup.has(need) || places.get(need) < place, `${name} needs ${need}, which comes later`);
});

test('each room has its tests, which mutants.mjs runs', () => {
  for (const room of Object.keys(ROOMS)) {
    assert.ok(existsSync(join(root, 'crate/js', room)), room);
    for (const file of testsOf(room)) assert.ok(existsSync(join(root, file)), file);
  }
});

test('while the inputs of a suite are the same, all that its tests import is', () => {
  const graph = javascript();
  let count = 0;
  for (const { name, command, inputs } of suitesOf({ all: false })) {
    if (!inputs) continue;
    const reached = new Set(command.filter((word) => graph.has(word)));
    for (const file of reached) for (const target of graph.get(file)) reached.add(target);
    count += reached.size;
    const isInput = (file) => inputs.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
    assert.deepEqual(
      [...reached].filter((file) => !isInput(file)),
      [],
      name,
    );
  }
  assert.ok(count > 100, `${count}`);
});

test('jobs keep what they share apart, wait for what they need, and take the time that was said', async () => {
  const seconds = { long: 5, first: 2, after: 4, locked: 3, narrow: 1 };
  const jobs = [
    { name: 'long', slots: 0.5, holds: ['lock'] },
    { name: 'after', needs: ['first'] },
    { name: 'locked', slots: 0.5, holds: ['lock'] },
    { name: 'first' },
    { name: 'narrow', slots: 0.5 },
  ];
  assert.equal(
    secondsInSlots(jobs, 2, ({ name }) => seconds[name]),
    8,
  );
  const [running, together] = [new Set(), new Set()];
  const started = await inSlots(jobs, 2, async ({ name }) => {
    for (const other of running) together.add([name, other].sort().join(' '));
    running.add(name);
    await new Promise(setImmediate);
    running.delete(name);
    return name;
  });
  assert.deepEqual(started.slice(0, 3), ['long', 'first', 'narrow']);
  for (const apart of ['locked long', 'after first']) assert.ok(!together.has(apart), apart);
});

test('a test whose program is missing is left out, and in CI a failure has the reason', () => {
  const program = `
    import { test } from 'node:test';
    import { leftOut } from ${JSON.stringify(new URL('../support/left-out.mjs', import.meta.url))};
    test('on a board', { skip: leftOut('there is no QEMU') }, () => {});`;
  const run = (CI) => {
    const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, CI };
    const args = ['--test-reporter=tap', '--input-type=module', '--eval', program];
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  };
  const inCi = run('true');
  assert.equal(inCi.status, 1, inCi.stderr);
  assert.match(inCi.stdout, /error: 'left out: there is no QEMU'/);
  const elsewhere = run('');
  assert.equal(elsewhere.status, 0, elsewhere.stderr);
  assert.match(elsewhere.stdout, /SKIP there is no QEMU/);
});
