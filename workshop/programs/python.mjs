// Python, and packages for it. They lie beside the repository's other tools, where Debian's Python lets pip install.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../target/python', import.meta.url));

export const PYTHON = 'python3';

/** For Python to find the packages there, and to leave no files among the sources. */
export const pythonEnvironment = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };

/** Installs `NAME==VERSION` where it is missing; why it cannot be had, if so. */
export function installPackage(requirement) {
  if (!missingPackage(requirement)) return undefined;
  const { error, stderr } = python(
    ...['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', folder, requirement],
  );
  return missingPackage(requirement) && `${requirement} could not be installed: ${error?.message ?? stderr.trim()}`;
}

/** Why Python has no such package; undefined when it has. */
export function missingPackage(requirement) {
  const [name, version] = requirement.split('==');
  const { error, stdout } = python('-c', `from importlib.metadata import version; print(version('${name}'))`);
  if (error) return `${PYTHON} is not installed`;
  return stdout.trim() === version ? undefined : `${PYTHON} has no ${requirement}`;
}

function python(...args) {
  return spawnSync(PYTHON, args, { env: pythonEnvironment, encoding: 'utf8' });
}
