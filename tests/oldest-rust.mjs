// Compiles the crates with the oldest Rust that Cargo.toml names, with each set of features.
import { installOldest } from '../crate/build/tools.mjs';
import { shown } from './fuzz/shown.mjs';

const RUSTUP_TOOLCHAIN = await installOldest();
for (const features of [[], ['--features=powmod/std']]) {
  const check = ['check', '--package', 'powmod-kernel', '--package', 'powmod', '--locked', ...features];
  const { code } = await shown('cargo', check, { RUSTUP_TOOLCHAIN });
  if (code) process.exitCode = 1;
}
