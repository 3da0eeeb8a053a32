// Installs the runtimes that package.json in this folder names, in the versions of its lock file; and those of the
// folder emulated/, where QEMU can run them.
import { fileURLToPath } from 'node:url';
import { installLocked } from '../locked.mjs';
import { missing } from '../programs/installed.mjs';

/** The runtimes' own install scripts only move programs; engines.mjs finds them at their first place. */
export const installRuntimes = () =>
  installLocked(fileURLToPath(new URL('.', import.meta.url)), 'installing other Nodes, Bun, Deno and workerd');

const installEmulated = () =>
  installLocked(fileURLToPath(new URL('emulated/', import.meta.url)), 'installing Node and Bun for ARM64');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installRuntimes();
  if (!missing('qemu')) await installEmulated();
}
