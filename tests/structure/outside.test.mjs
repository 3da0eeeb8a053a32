// A clone stands alone: no path in it leads out of its folder or names a folder of one machine, and what is built in it is
// not tracked.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)));
const files = tracked.filter((file) => /\.(?:rs|ts|js|mjs|py|sh|sol|toml|json|html|css|md|yml)$/.test(file));

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

/** Folders that only some machines have: of a user, of a runner, or temporary. */
const OF_A_MACHINE =
  /(?<=^|['"`\s=(,:])(?:\/(?:home|Users|root|work|workspace|tmp|mnt|opt|srv|var)\/\w|[A-Z]:[\\/]+Users).*/gm;

test('no file names a folder of one machine', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(OF_A_MACHINE)].map(([path]) => `${file}: ${path}`),
  );
  assert.deepEqual(found, []);
});

test('nothing that is built is tracked', () => {
  assert.deepEqual(
    tracked.filter((file) => /(?:^|\/)(?:target|dist|node_modules)\//.test(file)),
    [],
  );
});
