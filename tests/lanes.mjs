// Runs the tests of the kernels on the vectors that this machine's processor does not take: arrays, or ARM64's under
// QEMU, in turn with the commit; POWMOD_SAMPLE=all runs them on both.
import { installTargets } from '../crate/build/tools.mjs';
import { program } from '../workshop/programs/installed.mjs';
import { shown } from './fuzz/shown.mjs';
import { sampleOf, turn } from './support/sample.mjs';

const ARM64 = 'aarch64-unknown-linux-musl';
await installTargets([ARM64]);

/** Those that use the vectors of doubles. All tests of the kernels compute on the arrays of `u52x8` too. */
const OF_DOUBLES = ['lanes::', 'kernels::relaxed', 'two_long_moduli', 'invalid_limbs'];
const BUILDS = [
  { options: ['--', ...OF_DOUBLES], env: { RUSTFLAGS: '--cfg powmod_lanes="portable"' } },
  {
    options: ['--target', ARM64, '--', ...OF_DOUBLES],
    env: {
      CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER: 'rust-lld',
      CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER: program('qemu', 'arm64'),
    },
  },
];
for (const { options, env } of sampleOf({ build: BUILDS }, turn()).build) {
  const test = ['test', '--package=powmod-kernel', '--lib', '--locked', '--target-dir=target/lanes', ...options];
  const { code } = await shown('cargo', test, env);
  if (code) process.exitCode = code;
}
