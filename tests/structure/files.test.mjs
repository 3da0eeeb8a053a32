// A clone stands alone: no path in a tracked file leads out of the clone's folder or names a folder of one machine. No
// tracked file is built, cargo compiles each file of Rust, only two files list the kernels, and no line is wider than
// the formatter makes it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../../crate/build/run.mjs';
import { KERNEL } from '../../workshop/kernels.js';

const tracked = (await run('git', ['ls-files'])).split('\n').filter((file) => file && existsSync(join(root, file)));
const files = tracked.filter((file) => /\.(?:rs|ts|js|mjs|py|sh|sol|toml|json|html|css|md|yml)$/.test(file));

/** The folder of the crate that a file of Rust belongs to. cargo's paths count from there. */
function crateOf(file) {
  const folder = dirname(file);
  return folder === '.' || existsSync(join(root, folder, 'Cargo.toml')) ? folder : crateOf(folder);
}

/**
 * The paths with `../` in a text that lead out. They count from the folder `from`, or from the root when joined to it.
 */
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

/** The path of a file of Rust by the name of its module: `a/mod.rs` is `a.rs`. */
const moduleOf = (file) => (basename(file) === 'mod.rs' ? `${dirname(file)}.rs` : file);

/** The roots that cargo finds by their names: libraries, programs, builds, and tests in a folder `tests`. */
const isRoot = (file) => /(?:^|\/)(?:lib|main|build|tests\/\w+)\.rs$/.test(file);

// cargo is silent about a file that nothing names, and runs none of its examples and tests.
test('cargo compiles every file of Rust', () => {
  const rust = files.filter((file) => file.endsWith('.rs'));
  assert.ok(rust.length > 150);
  const lost = rust.filter((file) => {
    if (isRoot(file)) return false;
    const [folder, name] = [dirname(moduleOf(file)), basename(moduleOf(file), '.rs')];
    const naming = new RegExp(`^\\s*(?:pub(?:\\([^)]*\\))? )?mod ${name};|"(?:[^"]*/)?${basename(file)}"`, 'm');
    const places = rust.filter((other) => other !== file && (dirname(other) === folder || other === `${folder}.rs`));
    return ![...places, `${crateOf(file)}/Cargo.toml`].some((place) =>
      naming.test(readFileSync(join(root, place), 'utf8')),
    );
  });
  assert.deepEqual(lost, []);
});

/** The compiler checks these two: the first must order every kernel, the second must declare every kernel's module. */
const CHECKED = ['crate/js/src/kernels/choose.ts', 'crate/kernel/src/lib.rs'];

/** Three names with nothing between them but marks. Words in backticks are prose. */
const LIST = new RegExp(`\\b${KERNEL}\\b(?:[\\s'",|]+(?:or\\s+)?${KERNEL}\\b){2}`);

// A kernel is named once, in crate/wasm/variants.mjs. Any other list or pattern would leave the next kernel out, and
// nobody would see it.
test('no other file lists the kernels', () => {
  const code = files.filter((file) => /\.(?:rs|toml|ts|js|mjs|html)$/.test(file));
  const lists = code.flatMap((file) => {
    const [list] = LIST.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    return list && !CHECKED.includes(file) ? [`${file}: ${list}`] : [];
  });
  assert.deepEqual(lists, []);
});

const { lineWidth } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')).formatter;
/** A word that nobody breaks: digits of a number, an address, a pattern. */
const LONG_WORD = /\S{90}/;

// The formatters break neither strings nor comments.
test('no line of a program is wider than the formatter makes it', () => {
  const programs = files.filter((file) => /\.(?:rs|ts|js|mjs|py)$/.test(file));
  const wide = programs.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (line.length > lineWidth && !LONG_WORD.test(line) ? [`${file}:${i + 1}`] : [])),
  );
  assert.deepEqual(wide, []);
});
