// Drives a runtime that has a command line: a new process for each call.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const script = fileURLToPath(new URL('in-runtime.mjs', import.meta.url));

/** @returns {Promise<import('./engines.mjs').OpenEngine>} */
export async function openRuntime(name, program) {
  const { stdout } = await execute(program, ['--version']);
  return {
    version: `${name} ${stdout.trim().replace('v', '')}`,
    async call(module, argument) {
      const { stdout } = await execute(program, [script, module, JSON.stringify(argument ?? null)]);
      return JSON.parse(stdout);
    },
    close: async () => {},
  };
}
