// Imports point down from floor to floor: crate/js, then the workshop, then the page, the benches and the tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { javascript } from './imports.mjs';

const TOP = ['tests', 'bench', 'www'];

/** The files of `from`, except those of `but`, never import from the folders of `never`. */
const RULES = [
  { from: 'workshop', never: [...TOP, 'crate/js'], but: [] },
  { from: 'www', never: ['tests', 'bench', 'crate/js'], but: [] },
  { from: 'bench', never: ['tests', 'www'], but: [] },
  { from: 'tests', never: ['bench'], but: ['tests/bench'] },
  { from: 'crate/js/src', never: TOP, but: [] },
  // The command line is a program of its own: only its `bench` command bundles the timer and the BigInt peers.
  { from: 'crate/js/src', never: ['workshop', 'crate/js/src/cli'], but: ['crate/js/src/cli'] },
  { from: 'tests', never: ['crate/js/src/cli'], but: [] },
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
