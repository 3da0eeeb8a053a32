// Installs the tools that make apps, in the versions of the lock file: the dependencies of package.json for the suites,
// and with `weekly` those of development too, which the weekly run needs.
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../workshop/locked.mjs';

export const tools = fileURLToPath(new URL('.', import.meta.url));

export const installTools = ({ weekly = false } = {}) =>
  weekly
    ? installLocked(tools, 'installing frameworks', { has: 'next' })
    : installLocked(tools, 'installing tools that make apps', { options: ['--omit=dev'] });

if (process.argv[1] === fileURLToPath(import.meta.url)) await installTools();
