// Compiles the crates with the oldest Rust that Cargo.toml names, with each set of features.
import { installOldest } from '../crate/build/tools.mjs';
import { shown } from './fuzz/shown.mjs';

const RUSTUP_TOOLCHAIN = await installOldest();
for (const features of [[], ['--features=powmod/std']]) {
  const crates = ['powmod-kernel', 'powmod', 'powmod-vdf', 'powmod-chia'].map((name) => `--package=${name}`);
  const check = ['check', ...crates, '--locked', ...features];
  const { code } = await shown('cargo', check, { RUSTUP_TOOLCHAIN });
  if (code) process.exitCode = 1;
}
