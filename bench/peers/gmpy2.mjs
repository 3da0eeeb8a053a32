// gmpy2, the native GMP, installed beside the repository's other tools.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../target/python', import.meta.url));

/** For Python to find it there. */
export const pythonEnvironment = { ...process.env, PYTHONPATH: folder };

/** Installs it where it is missing; why it cannot be had, if so. */
export function missingGmpy2() {
  const python = (...args) => spawnSync('python3', args, { env: pythonEnvironment, encoding: 'utf8' });
  const isThere = () => python('-c', 'import gmpy2').status === 0;
  if (isThere()) return undefined;
  const { error, stderr } = python('-m', 'pip', 'install', '--quiet', '--target', folder, 'gmpy2==2.3.2');
  return isThere() ? undefined : `gmpy2 could not be installed: ${error?.message ?? stderr.trim()}`;
}
