// Compiles the crates with the oldest Rust that Cargo.toml names, with each set of features, and with the oldest
// versions of dependencies that their Cargo.toml takes. With these, keys are read and written, and shown to nobody,
// and proof files are read.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../crate/build/run.mjs';
import { installOldest } from '../crate/build/tools.mjs';
import { shown } from './fuzz/shown.mjs';

const RUSTUP_TOOLCHAIN = await installOldest();
const crates = ['powmod-kernel', 'powmod', 'powmod-vdf', 'powmod-chia'].map((name) => `--package=${name}`);
const cargo = async (args, env = {}) => {
  const { code } = await shown('cargo', args, { RUSTUP_TOOLCHAIN, ...env });
  if (code) process.exitCode = 1;
};
for (const features of [[], ['--features=powmod/std']])
  await cargo(['check', ...crates, '--locked', '--target-dir=target/oldest-locked', ...features]);

// The versions that are compiled are of a workspace of these crates alone: dependencies of others would raise them.
const folder = join(root, 'target/oldest');
const folders = ['kernel', 'core', 'vdf', 'chia'].map((name) => `crate/${name}`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of [...folders, ...['keys', 'proof-files', 'proofs'].map((name) => `tests/vectors/${name}`)])
  cpSync(join(root, name), join(folder, name), { recursive: true });
const manifest = readFileSync(join(root, 'Cargo.toml'), 'utf8');
const members = `members = ${JSON.stringify(folders)}`;
writeFileSync(
  join(folder, 'Cargo.toml'),
  manifest.replace(/^members = .*/m, members).replace(/^\[profile[\s\S]*/m, ''),
);
const here = ['--manifest-path', join(folder, 'Cargo.toml')];
// The option is unstable, and the oldest Cargo needs to be told that it may take it.
const resolve = (...options) =>
  cargo(['generate-lockfile', '-Zdirect-minimal-versions', ...options], { RUSTC_BOOTSTRAP: '1' });
await resolve(...here);
const target = ['--locked', '--target-dir', join(root, 'target/oldest')];
await cargo(['check', ...here, ...crates, '--all-features', ...target]);
const tests = { powmod: ['key_files', 'secret::a_kept_key_goes_into_der'], 'powmod-vdf': ['proof_files'] };
for (const [name, some] of Object.entries(tests))
  await cargo(['test', ...here, `--package=${name}`, '--test=all', ...target, '--', ...some]);

// All crates together resolve too.
const whole = join(root, 'target/oldest-workspace');
rmSync(whole, { recursive: true, force: true });
for (const file of execFileSync('git', ['ls-files', '*.rs', '*Cargo.toml'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n'))
  cpSync(join(root, file), join(whole, file));
await resolve('--manifest-path', join(whole, 'Cargo.toml'));
