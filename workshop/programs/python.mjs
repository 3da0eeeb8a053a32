// Python and its packages. Debian's Python lets pip install into a folder only, so the packages lie in target/.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../target/python', import.meta.url));

export const PYTHON = 'python3';

/** Python then finds the packages, and writes no bytecode files beside the sources. */
export const pythonEnvironment = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };

/** Installs `NAME==VERSION` if it is missing. Returns the reason if that fails, otherwise undefined. */
export function installPackage(requirement) {
  if (!missingPackage(requirement)) return undefined;
  const { error, stderr } = python(
    ...['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', folder, requirement],
  );
  return missingPackage(requirement) && `${requirement} could not be installed: ${error?.message ?? stderr.trim()}`;
}

/** Why a package is missing; undefined when it is installed. */
export function missingPackage(requirement) {
  const [name, version] = requirement.split('==');
  const { error, stdout } = python('-c', `from importlib.metadata import version; print(version('${name}'))`);
  if (error) return `${PYTHON} is not installed`;
  return stdout.trim() === version ? undefined : `${PYTHON} has no ${requirement}`;
}

/** Starts a script that answers each line of JSON with one. */
export function openPython(script, args = [], program = PYTHON) {
  const child = spawn(program, [script, ...args], { env: pythonEnvironment, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${[script, ...args].join(' ')} ended`);
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}

function python(...args) {
  return spawnSync(PYTHON, args, { env: pythonEnvironment, encoding: 'utf8' });
}
