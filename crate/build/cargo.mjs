// How cargo makes a module of crate/wasm: with tools.mjs and shrink.mjs all that decides its bytes.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isChecked } from './checked.mjs';
import { root, run } from './run.mjs';
import { cargoHome, toolEnvironment } from './tools.mjs';

/**
 * @typedef {object} Build
 * @property {string} name of the output folder in target/wasm
 * @property {string} kernel
 * @property {string[]} rustflags
 * @property {string} [crate] crate/wasm by default
 * @property {string[]} [features] of crate/wasm
 */

/** Without these flags the wasm would contain the paths of the checkout and of cargo's downloads. */
const REPRODUCIBLE = [`--remap-path-prefix=${root}=/powmod`, `--remap-path-prefix=${cargoHome}=/cargo`];

/** Compact hash code. Unrolled rounds would add a tenth to a page's download and save microseconds per proof. */
const SMALL_HASHES = ['--cfg=sha2_backend="soft"', '--cfg=sha2_backend_soft="compact"'];

const CHECKS = { CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS: 'true', CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS: 'true' };

/** Everything that rustc must know to make the kernel. */
const flagsOf = ({ kernel, rustflags }) => [
  `--cfg=powmod_kernel="${kernel}"`,
  ...rustflags,
  ...SMALL_HASHES,
  ...REPRODUCIBLE,
];

/**
 * cargo's folder, which it locks. cargo compiles macros once for all sets of flags. All else it compiles anew whenever
 * the flags change: it keeps no sets apart that have `--remap-path-prefix`.
 */
export const CARGO_FOLDER = join(root, 'target/wasm/cargo');

/** The module as cargo leaves it. */
export const fromCargo = (name) => join(root, 'target/wasm', name, 'cargo.wasm');

/** The options and variables with which cargo makes a module, also below wasm-pack. */
export function cargoCall(build) {
  const { crate = 'crate/wasm', features } = build;
  return {
    options: ['--locked'].concat(crate === 'crate/wasm' ? ['--no-default-features', `--features=${features}`] : []),
    env: {
      ...toolEnvironment,
      ...(isChecked && CHECKS),
      CARGO_TARGET_DIR: CARGO_FOLDER,
      CARGO_ENCODED_RUSTFLAGS: flagsOf(build).join('\x1f'),
    },
  };
}

/** Compiles a module. @param {Build} build */
export async function compile(build) {
  const { name, crate = 'crate/wasm' } = build;
  const { options, env } = cargoCall(build);
  await run(
    'cargo',
    [
      'build',
      '--lib',
      '--release',
      '--target=wasm32-unknown-unknown',
      `--manifest-path=${crate}/Cargo.toml`,
      ...options,
    ],
    { env },
  );
  const file = `${crate.replace('crate/', 'powmod_')}.wasm`;
  mkdirSync(join(fromCargo(name), '..'), { recursive: true });
  copyFileSync(join(CARGO_FOLDER, 'wasm32-unknown-unknown/release', file), fromCargo(name));
}
