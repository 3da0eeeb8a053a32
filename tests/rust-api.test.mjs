// The crates for their users: the README tells the features and the oldest Rust, and a change that breaks users changes
// the version.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../crate/build/run.mjs';
import { installTool, toolEnvironment } from '../crate/build/tools.mjs';

const read = (path) => readFileSync(path, 'utf8').replaceAll('\r', '');

test('the README of powmod has each feature', () => {
  const readme = read(join(root, 'crate/core/README.md'));
  const features = /^\[features\]\n((?:.+\n)+)/m.exec(read(join(root, 'crate/core/Cargo.toml')))[1];
  const names = [...features.matchAll(/^(?!default )([\w-]+) =/gm)].map(([, name]) => name);
  assert.deepEqual(
    [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name),
    names.sort(),
  );
});

test('powmod compiles no hash function', async () => {
  const tree = (crate) => run('cargo', ['tree', '-p', crate, '-e', 'normal', '--prefix', 'none']);
  assert.match(await tree('powmod-vdf'), /^sha2 /m);
  assert.doesNotMatch(await tree('powmod'), /^(?:[\w-]+-)?(?:sha\d\w*|keccak\w*|blake\w*|md-?\d|ripemd|digest|hmac) /m);
});

test('a build without optimisation takes the kernel with the fewest calls', { timeout: 600_000 }, async () => {
  const build = ['--package=powmod-kernel', '--lib', '--config=profile.dev.package.powmod-kernel.opt-level=0'];
  const ran = await run('cargo', ['test', ...build, '--', '--ignored', 'unoptimised']);
  assert.match(ran, /1 passed/);
});

for (const crate of ['core', 'vdf', 'chia'])
  test(`the README of crate/${crate} has the oldest Rust`, () => {
    const oldest = /^rust-version = "(.*)"$/m.exec(read(join(root, 'Cargo.toml')))[1];
    assert.ok(read(join(root, `crate/${crate}/README.md`)).includes(`needs Rust ${oldest}.`), oldest);
  });

test('a change that breaks users changes the version', { timeout: 1_200_000 }, async (t) => {
  const own = /^version = "(.*)"$/m.exec(read(join(root, 'Cargo.toml')))[1];
  const versions = [...read(join(root, 'CHANGELOG.md')).matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version]) => version,
  );
  const tag = `v${versions.find((version) => version !== own)}`;
  const isHere = async () => (await run('git', ['tag', '--list', tag])).trim() !== '';
  const hasOrigin = (await run('git', ['remote'])).split('\n').includes('origin');
  if (!(await isHere()) && hasOrigin && (await run('git', ['ls-remote', '--tags', 'origin', tag])).trim())
    await run('git', ['fetch', '--depth=1', 'origin', 'tag', tag]);
  if (!(await isHere())) return t.skip(`there is no ${tag} to compare with`);
  await installTool({ what: 'cargo-semver-checks', seconds: 300, ask: ['semver-checks', '--version'] });
  const packages = ['powmod', 'powmod-vdf', 'powmod-chia', 'powmod-kernel'].map((name) => `--package=${name}`);
  await run('cargo', ['semver-checks', `--baseline-rev=${tag}`, ...packages], { env: toolEnvironment });
});
