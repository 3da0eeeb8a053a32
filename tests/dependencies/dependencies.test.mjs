// What the lock files may hold: licences, where packages come from, and what runs when they are installed or built.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../../crate/build/run.mjs';
import { installTool, toolEnvironment } from '../../crate/build/tools.mjs';

const LICENCES = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];

/** Packages under other licences: none of them is in what we publish. */
const EXCEPTIONS = {
  argparse: 'Python-2.0', // reads TypeDoc's options
  'axe-core': 'MPL-2.0', // judges the page in tests
  'big-integer': 'Unlicense', // a peer in benches
  'caniuse-lite': 'CC-BY-4.0', // tells Vite about browsers
  'gmp-wasm': 'LGPL-3.0-only', // a peer in benches
  lightningcss: 'MPL-2.0', // minifies the page's style
};

/** What may run when it is installed. */
const INSTALL_SCRIPTS = [
  'esbuild', // looks whether its program is there, a package of its own that the lock file names
  'bun', // puts its program into its place, a package of its own that the lock file names
];

const locks = ['package-lock.json', 'workshop/engines/package-lock.json'].map((file) => ({
  file,
  packages: Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')).packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry })),
}));

test('Cargo.lock, by cargo-deny', async () => {
  await installTool('cargo-deny', ['cargo-deny', '--locked', '--debug'], 'cargo-deny', /^cargo-deny /);
  await run('cargo', ['deny', '--locked', 'check', 'bans', 'licenses', 'sources'], { env: toolEnvironment });
});

for (const { file, packages } of locks) {
  test(`${file}: licences`, () => {
    assert.ok(packages.length > 10);
    for (const { name, license } of packages) {
      const exception = Object.keys(EXCEPTIONS).find((known) => name === known || name.startsWith(`${known}-`));
      const allowed = exception ? [EXCEPTIONS[exception]] : LICENCES;
      const fits = (license ?? 'none')
        .replace(/^\((.*)\)$/, '$1')
        .split(' OR ')
        .some((one) => allowed.includes(one));
      assert.ok(fits, `${name} is under ${license}`);
    }
  });

  test(`${file}: all from the registry, by their digest`, () => {
    for (const { name, integrity, resolved } of packages) {
      assert.match(integrity ?? '', /^sha512-/, name);
      assert.equal(resolved, undefined, name);
    }
  });

  test(`${file}: nothing else runs when it is installed`, () => {
    const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    assert.deepEqual(
      scripts.filter((name) => !INSTALL_SCRIPTS.includes(name)),
      [],
    );
  });
}

test('nothing of ours runs when it is installed or built', async () => {
  const ours = (await run('git', ['ls-files'])).split('\n');
  assert.deepEqual(
    ours.filter((path) => /(^|\/)build\.rs$/.test(path)),
    [],
  );
  for (const path of ours.filter((path) => /(^|\/)package\.json$/.test(path))) {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'])
      assert.ok(!(name in scripts), `${path}: ${name}`);
  }
});
