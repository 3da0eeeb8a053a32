// Runs modules in a runtime that has a command line: a new process for each call.
import { fileURLToPath } from 'node:url';
import { run } from '../../crate/build/run.mjs';

const script = fileURLToPath(new URL('in-runtime.mjs', import.meta.url));

/**
 * @param {string[]} [options] of the program, before the script
 * @param {string[]} [emulator] the command that runs the program, if it is for another processor
 * @returns {Promise<import('./engine.ts').OpenEngine>}
 */
export async function openRuntime(name, program, options = [], emulator = []) {
  const [file, ...before] = [...emulator, program];
  return {
    version: `${name} ${await programVersion(file, before)}`,
    async call(module, argument) {
      const args = [...before, ...options, script, module, JSON.stringify(argument ?? null)];
      return JSON.parse(await run(file, args));
    },
    close: async () => {},
  };
}

/** The first version number or date that `--version` prints. */
export async function programVersion(program, before = []) {
  return /\d+(?:[.-]\d+)+/.exec(await run(program, [...before, '--version']))?.[0];
}
