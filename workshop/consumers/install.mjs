// Installs the packages that package.json in this folder names, in the versions of its lock file.
import { fileURLToPath } from 'node:url';
import { installLocked } from '../locked.mjs';

export const installConsumers = () =>
  installLocked(fileURLToPath(new URL('.', import.meta.url)), 'installing packages that use modular exponentiation');

if (process.argv[1] === fileURLToPath(import.meta.url)) await installConsumers();
