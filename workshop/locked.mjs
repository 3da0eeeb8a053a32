// Installs the packages of a folder that has a package.json and a lock file of its own, in the versions of the lock
// file.
import { existsSync, statSync } from 'node:fs';
import { run, step } from '../crate/build/run.mjs';

/**
 * Does nothing when the packages are installed. No script of theirs runs. `options` are npm's. `ci` refuses a
 * lock file that lacks packages of other platforms. For such a file the command is `install`.
 */
export async function installLocked(folder, title, options = [], command = 'ci') {
  const lock = `${folder}package-lock.json`;
  const installed = `${folder}node_modules/.package-lock.json`; // npm writes it last
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step(title, () => run('npm', [command, '--ignore-scripts', ...options, '--prefix', folder]));
}
