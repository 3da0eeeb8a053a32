// Installs the runtimes of package.json beside this file, as its lock file has them.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run, step } from '../../crate/build/run.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Does nothing when they are there. */
export async function installRuntimes() {
  const lock = `${here}package-lock.json`;
  const installed = `${here}node_modules/.package-lock.json`; // npm writes it last
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // Scripts only move a program, which is found where it lies.
  await step('installing other Nodes, Bun, Deno and workerd', () =>
    run('npm', ['ci', '--ignore-scripts', '--prefix', here]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installRuntimes();
