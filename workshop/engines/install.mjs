// Installs the runtimes that package.json in this folder names, in the versions of its lock file.
import { fileURLToPath } from 'node:url';
import { installLocked } from '../locked.mjs';

/** The runtimes' own install scripts only move programs; engines.mjs finds them at their first place. */
export const installRuntimes = () =>
  installLocked(fileURLToPath(new URL('.', import.meta.url)), 'installing other Nodes, Bun, Deno and workerd');

if (process.argv[1] === fileURLToPath(import.meta.url)) await installRuntimes();
