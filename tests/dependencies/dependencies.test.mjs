// The rules for the lock files: licences, sources of packages, and scripts that run when packages are installed or
// built.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../../crate/build/run.mjs';
import { BINDGEN, wasmBindgenVersion } from '../../crate/build/tools.mjs';

const LICENCES = ['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];

/** Packages under other licences. We publish none of them. */
const EXCEPTIONS = {
  '@img': 'LGPL-3.0-or-later', // for images in Next, which the weekly run builds
  '@speed-highlight': 'CC0-1.0', // of Nuxt, which the weekly run builds, as the next one
  'mdn-data': 'CC0-1.0',
  '@ethereumjs': 'MPL-2.0', // a consumer in tests and benches
  argparse: 'Python-2.0', // reads TypeDoc's options
  'axe-core': 'MPL-2.0', // tests the page's accessibility
  'big-integer': 'Unlicense', // a peer in benches
  'caniuse-lite': 'CC-BY-4.0', // tells Vite about browsers
  'gmp-wasm': 'LGPL-3.0-only', // a peer in benches
  lightningcss: 'MPL-2.0', // minifies the page's style
  memorystream: 'none', // of the Solidity compiler, for tests; it names its licence, MIT, in an older field
  isbot: 'Unlicense', // of React Router, which the weekly run builds
  'stream-buffers': 'Unlicense', // of Expo, which the weekly run builds
  otr: 'MPL-2.0', // has a copy of leemon's BigInt, for tests
  'node-forge': 'none', // the release with tests names its licence, BSD-3-Clause, in an older field
};

/** The packages that may run a script when they are installed. */
const INSTALL_SCRIPTS = [
  'esbuild', // checks that its program is installed, which is another package in the lock file
  'bun', // moves its program to its place; the program is another package in the lock file
  // These four, in Parcel and the last in BullMQ, load their programs, which are other packages in the lock files.
  'lmdb',
  '@parcel/watcher',
  '@swc/core',
  'msgpackr-extract',
];

const locks = (await run('git', ['ls-files', '*package-lock.json']))
  .trim()
  .split('\n')
  .map((file) => ({
    file,
    packages: Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')).packages)
      .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
      .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry })),
  }));

for (const manifest of ['Cargo.toml', `${BINDGEN}/Cargo.toml`])
  test(`${manifest}: every crate comes from the registry, under a licence that deny.toml allows it`, async () => {
    const rules = readFileSync(join(root, 'deny.toml'), 'utf8');
    const listed = (text) => text.match(/(?<=")[^"]+/g).filter((name) => /\w/.test(name));
    const everywhere = listed(/^allow = \[(.*)\]$/m.exec(rules)[1]);
    const exceptions = new Map(
      [...rules.matchAll(/\{ crate = "(.*?)", allow = \[(.*?)\] \}/g)].map(([, crate, list]) => [crate, listed(list)]),
    );
    const { packages } = JSON.parse(
      await run('cargo', [
        'metadata',
        '--manifest-path',
        manifest,
        '--all-features',
        '--locked',
        '--format-version',
        '1',
      ]),
    );
    const foreign = packages.filter(({ manifest_path: path }) => !path.startsWith(join(root, '/')));
    assert.ok(foreign.length > 1);
    for (const { name, license, source } of foreign) {
      assert.match(source, /^registry\+/, name);
      const allowed = [...everywhere, ...(exceptions.get(name) ?? [])];
      // Two old forms: `/` for OR, and `+` for "or later".
      const choices = license
        .replace(/[()]/g, '')
        .replaceAll(/\+(?!\w)/g, '-or-later')
        .split(/ OR |\//);
      const fits = choices.some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
      assert.ok(fits, `${name}: ${license}`);
    }
  });

test("the command that makes the glue has the linked crate's version of wasm-bindgen", () => {
  const manifest = readFileSync(join(root, BINDGEN, 'Cargo.toml'), 'utf8');
  assert.match(manifest, RegExp(`^wasm-bindgen-cli-support = "=${wasmBindgenVersion()}"$`, 'm'));
});

for (const { file, packages } of locks) {
  test(`${file}: every licence is allowed`, () => {
    assert.ok(packages.length > 1);
    for (const { name, license } of packages) {
      const exception = Object.keys(EXCEPTIONS).find(
        (known) => name === known || name.startsWith(`${known}-`) || name.startsWith(`${known}/`),
      );
      const allowed = exception ? [...LICENCES, EXCEPTIONS[exception]] : LICENCES;
      const fits = (license ?? 'none')
        .replace(/^\((.*)\)$/, '$1')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
      assert.ok(fits, `${name} is under ${license}`);
    }
  });

  test(`${file}: all packages come from the registry, with their digest`, () => {
    for (const { name, integrity, inBundle, resolved } of packages) {
      if (!inBundle) assert.match(integrity ?? '', /^sha512-/, name); // its bundle has the digest
      assert.equal(resolved, undefined, name);
    }
  });

  test(`${file}: no other package runs a script when it is installed`, () => {
    const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    assert.deepEqual(
      scripts.filter((name) => !INSTALL_SCRIPTS.includes(name)),
      [],
    );
  });
}

test('our packages run no scripts when installed, and one that reads two variables when they are built', async () => {
  const ours = (await run('git', ['ls-files'])).split('\n');
  const scripts = ours.filter((path) => /(^|\/)build\.rs$/.test(path));
  assert.deepEqual(scripts, ['crate/kernel/build.rs']);
  const script = readFileSync(join(root, 'crate/kernel/build.rs'), 'utf8');
  assert.deepEqual(script.match(/\b(use|env::\w+)\b.*?(?=[;()])/g), ['use std::env', 'env::var', 'env::var']);
  for (const path of ours.filter((path) => /(^|\/)package\.json$/.test(path))) {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'])
      assert.ok(!(name in scripts), `${path}: ${name}`);
  }
});
