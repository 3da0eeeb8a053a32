// The crate itself in native code, in a child process that times itself.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../crate/build/run.mjs';
import { openProgram } from '../../workshop/programs/python.mjs';
import { inChild } from './python.mjs';

const program = join(root, process.env.CARGO_TARGET_DIR ?? 'target', 'release', 'examples', 'turns');

export const native = {
  name: 'the crate natively',
  prepare: (...numbers) => inChild(openProgram(program), ...numbers),
};

/** Compiles the program, as `cargo bench` does. */
export function buildNative() {
  const args = ['build', '--package', 'powmod-bench', '--example', 'turns', '--profile', 'bench', '--locked'];
  const { status } = spawnSync('cargo', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`cargo build ended with ${status}`);
}
