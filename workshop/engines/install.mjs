// Installs the runtimes that package.json in this folder names, in the versions of its lock file.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run, step } from '../../crate/build/run.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Does nothing when the runtimes are installed. */
export async function installRuntimes() {
  const lock = `${here}package-lock.json`;
  const installed = `${here}node_modules/.package-lock.json`; // npm writes it last
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // The install scripts only move programs; engines.mjs finds them at their first place.
  await step('installing other Nodes, Bun, Deno and workerd', () =>
    run('npm', ['ci', '--ignore-scripts', '--prefix', here]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installRuntimes();
