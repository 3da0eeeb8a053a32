// Imports point down from floor to floor: crate/js, then the workshop, then the page, the benches and the tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { javascript } from './imports.mjs';

const TOP = ['tests', 'bench', 'www'];

/** The files of `from`, except those of `but`, never import from the folders of `never`. */
const RULES = [
  { from: 'workshop', never: TOP, but: [] },
  // The papers' methods are a module of their own, which the package's loader starts.
  { from: 'workshop', never: ['crate/js'], but: ['workshop/methods'] },
  { from: 'www', never: ['tests', 'bench', 'crate/js'], but: [] },
  { from: 'bench', never: ['tests', 'www'], but: [] },
  { from: 'tests', never: ['bench'], but: ['tests/bench'] },
  { from: 'crate/js/src', never: TOP, but: [] },
  // The command line is a program of its own: its `bench` bundles the timer and the BigInt peers, its progress the
  // durations.
  { from: 'crate/js/src', never: ['workshop', 'crate/js/src/cli'], but: ['crate/js/src/cli'] },
  { from: 'tests', never: ['crate/js/src/cli'], but: ['tests/node/cli'] },
  { from: 'bench', never: ['crate/js/src/cli'], but: [] },
];

const graph = javascript();

const isIn = (file, folders) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

function offences({ from, never, but }) {
  return [...graph]
    .filter(([file]) => isIn(file, [from]) && !isIn(file, but))
    .flatMap(([file, targets]) =>
      [...targets].filter((target) => isIn(target, never)).map((target) => `${file} imports ${target}`),
    );
}

for (const rule of RULES)
  test(`${rule.from} imports nothing from ${rule.never.join(', ')}`, () => assert.deepEqual(offences(rule), []));

const BUILT = 'tests/support/built.mjs';

/** Evidence bundles the package of its sources as they are. */
const OF_SOURCES = ['evidence/evidence.mjs', 'evidence/script.mjs', 'evidence/ageing.test.mjs'].map(
  (file) => `tests/${file}`,
);

/** A file and all that it imports. */
function all(file, seen = new Set([file])) {
  for (const target of graph.get(file) ?? []) if (!seen.has(target)) all(target, seen.add(target));
  return [...seen];
}

test("the page's main thread has nothing of the package but its pools: all long computing is in workers", () => {
  const files = all('www/src/main.ts').filter((file) => !file.startsWith('www/src/prove/'));
  assert.ok(files.length > 10);
  const isValue = /^import (?!type )[^;]*from 'powmod[^'?]*'/m; // the address of a file has a question mark
  assert.deepEqual(
    files.filter((file) => isValue.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});

test('each test of the package refuses one that is older than its sources', () => {
  const uses = (file) =>
    file.startsWith('tests/') &&
    !OF_SOURCES.includes(file) &&
    /from 'powmod|resolve\(.powmod|js\/dist/.test(readFileSync(join(root, file), 'utf8'));
  const tests = [...graph.keys()]
    .filter((file) => /^tests\/(?!structure\/floors).*\.test\.(ts|mjs)$/.test(file))
    .map((file) => all(file));
  const others = tests.filter((files) => files.some(uses) && !files.includes(BUILT)).map(([file]) => file);
  assert.deepEqual(others, []);
});
