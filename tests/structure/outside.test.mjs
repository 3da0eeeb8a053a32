// A clone stands alone: no path in it leads out of its folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:rs|ts|js|mjs|py|toml|json|html|yml)$/.test(file) && existsSync(join(root, file)));

/** The folder of the crate that a file of Rust belongs to. cargo's paths count from there. */
function crateOf(file) {
  const folder = dirname(file);
  return folder === '.' || existsSync(join(root, folder, 'Cargo.toml')) ? folder : crateOf(folder);
}

/** The paths with `../` in a text that lead out. They count from the folder `from`, or from the root when joined to it. */
const leadingOut = (text, from) =>
  [...text.matchAll(/(\broot, )?['"`]((?:\.\.\/)+[\w.-]+)/g)]
    .filter(([, joined, path]) => normalize(join(joined ? '.' : from, path)).startsWith('..'))
    .map(([, , path]) => path);

test('no path leads out of the repository', () => {
  const found = files.flatMap((file) => {
    const from = file.endsWith('.rs') ? crateOf(file) : dirname(file);
    return leadingOut(readFileSync(join(root, file), 'utf8'), from).map((path) => `${file}: ${path}`);
  });
  assert.deepEqual(found, []);
});
