// Installs the tools that package.json in this folder names, in the versions of its lock file.
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../workshop/locked.mjs';

export const tools = fileURLToPath(new URL('.', import.meta.url));

export const installTools = () => installLocked(tools, 'installing tools that make apps', ['--no-save'], 'install');
