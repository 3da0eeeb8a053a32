// Runs modules in a runtime that has a command line: a new process for each call.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const script = fileURLToPath(new URL('in-runtime.mjs', import.meta.url));

/**
 * @param {string[]} [options] of the program, before the script
 * @returns {Promise<import('./engine.ts').OpenEngine>}
 */
export async function openRuntime(name, program, options = []) {
  return {
    version: `${name} ${await programVersion(program)}`,
    async call(module, argument) {
      const { stdout } = await execute(program, [...options, script, module, JSON.stringify(argument ?? null)]);
      return JSON.parse(stdout);
    },
    close: async () => {},
  };
}

/** The first version number or date that `--version` prints. */
export async function programVersion(program) {
  const { stdout } = await execute(program, ['--version']);
  return /\d+(?:[.-]\d+)+/.exec(stdout)?.[0];
}
