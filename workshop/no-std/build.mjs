// Compiles app.rs for WebAssembly, as a user of the crate compiles a program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

export const WASM = 'wasm32v1-none';

/** Where cargo writes to. */
export const FOLDER = 'target/no-std';

/** Runs cargo for a target, with these flags for rustc. */
export const cargo = (args, target, flags = []) =>
  run('cargo', [...args, '--target', target, '--target-dir', FOLDER, '--locked'], {
    env: { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') },
  });

/**
 * Compiles the program. The target must be installed.
 *
 * @param {{ features?: string[], options?: string[], profile?: string }} [build] target features, further options of
 *   cargo, and the folder that cargo has for the profile
 * @returns {Promise<Uint8Array>} the module
 */
export async function buildApp({ features = [], options = [], profile = 'debug' } = {}) {
  const flags = features.map((feature) => `-Ctarget-feature=+${feature}`);
  await cargo(['build', '--package=powmod-no-std-app', ...options], WASM, flags);
  return readFileSync(join(root, FOLDER, WASM, profile, 'powmod_no_std_app.wasm'));
}
