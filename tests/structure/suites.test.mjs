// What `npm test -- NAME` runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suitesNamed, suitesOf } from '../suites.mjs';

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
  assert.ok(find(named('chromium', { install: true }), 'programs'));
  assert.ok(find(named('chromium', { all: true }), 'programs'));
});
