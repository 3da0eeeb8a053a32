// The matrix of the guide of platforms names the versions that the tests and the weekly run take.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const [, byTests, weekly] = /The tests run the rows(.*?)A weekly run builds(.*?)These were tried by hand/s.exec(
  read('www/docs/guides/12-platforms.md'),
);
/** The tools of the suites, and those of the weekly run. */
const { dependencies: apps, devDependencies: stacks } = JSON.parse(read('tests/apps/package.json'));

/** By the name in the guide, the versions in the files of packages. */
const NAMED = [
  [byTests, 'Vite', [apps['vite-5'], apps['vite-7'], apps.vite]],
  [byTests, 'webpack', [apps.webpack]],
  [byTests, 'Rollup', [apps.rollup]],
  [byTests, 'esbuild', [apps.esbuild]],
  [byTests, 'ncc', [apps['@vercel/ncc']]],
  [byTests, 'Jest', [apps.jest]],
  [byTests, 'Vitest', [apps.vitest]],
  [byTests, 'SES', [apps.ses]],
  [weekly, 'Parcel', [stacks.parcel]],
  [weekly, 'Next', [stacks.next]],
  [weekly, 'Metro', [stacks.metro]],
  [weekly, 'Angular', [stacks['@angular/core']]],
  [weekly, 'Nuxt', [stacks.nuxt]],
  [weekly, 'Expo', [stacks.expo]],
  [weekly, 'Vitest', [apps.vitest]],
  [weekly, 'Bun', [stacks['bun-1.0']]],
];

for (const [table, name, versions] of NAMED)
  test(`the matrix names the version of ${name}`, () => {
    const cells = table.match(new RegExp(`\\b${name} [\\d., and]*\\d`, 'g')) ?? [];
    assert.ok(cells.length > 0, `no version of ${name}`);
    for (const cell of cells)
      for (const version of versions) {
        const [, short] = /(\d+\.\d+)\.\d+$/.exec(version);
        assert.match(cell, new RegExp(`\\b${short.replace('.', '\\.')}\\b`), version);
      }
  });
