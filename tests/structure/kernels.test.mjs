// A kernel is named once: no list and no pattern spells the kernels beside crate/wasm/variants.mjs. Each would leave the next
// kernel out, and nobody would see it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { KERNEL } from '../../workshop/kernels.js';

/** The compiler checks both: the orders have each kernel, and the modules of Rust are those in its own list. */
const CHECKED = ['crate/js/src/kernels/choose.ts', 'crate/kernel/src/lib.rs'];

/** Three names with nothing between them but marks. Words in backticks are prose. */
const LIST = new RegExp(`\\b${KERNEL}\\b(?:[\\s'",|]+(?:or\\s+)?${KERNEL}\\b){2}`);

test('no other file lists the kernels', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:rs|toml|ts|js|mjs|html)$/.test(file) && existsSync(join(root, file)));
  const lists = files.flatMap((file) => {
    const [list] = LIST.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    return list && !CHECKED.includes(file) ? [`${file}: ${list}`] : [];
  });
  assert.deepEqual(lists, []);
});
