// Installs the packages of a folder that has a package.json and a lock file of its own, in the versions of the lock
// file.
import { existsSync, statSync } from 'node:fs';
import { run, step } from '../crate/build/run.mjs';

/**
 * Does nothing when the packages are installed. No script of theirs runs. `options` are npm's. `has` is a package that
 * an installation with other options may lack.
 */
export async function installLocked(folder, title, { options = [], has } = {}) {
  const lock = `${folder}package-lock.json`;
  const installed = `${folder}node_modules/.package-lock.json`; // npm writes it last
  const isThere = existsSync(installed) && (!has || existsSync(`${folder}node_modules/${has}`));
  if (isThere && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await step(title, () => run('npm', ['ci', '--ignore-scripts', ...options, '--prefix', folder]));
}
