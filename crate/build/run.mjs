// Runs programs quietly. Their output is shown only if they fail.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A failed build step. The message tells the reader enough, so it is printed without a stack. */
export class BuildError extends Error {}

/**
 * Runs a program in a folder, by default the repository's root, for at most `timeout` ms. Resolves with its standard
 * output.
 */
export function run(program, args, { cwd = root, env = {}, timeout = 0, missing = '' } = {}) {
  return new Promise((resolve, reject) => {
    // On Windows npm is a .cmd file, which only a shell can run.
    const shell = process.platform === 'win32' && program === 'npm';
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let all = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      all += text;
    });
    child.on('error', (error) =>
      reject(new BuildError(`${program} cannot be run: ${error.message}${missing && `\n${missing}`}`)),
    );
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      const hint = /linker `?\w+`? not found/.test(all)
        ? '\nA C linker is missing: install gcc or clang (Debian: apt install build-essential).'
        : '';
      reject(new BuildError(`${program} ${args.join(' ')}\n\n${all}\n${program} ended with code ${code}.${hint}`));
    });
  });
}

/** Prints the title of a step, and runs it. */
export async function step(title, work) {
  const start = performance.now();
  console.log(`  ${title} …`);
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  if (seconds >= 1) console.log(`    done in ${seconds.toFixed(0)} s`);
  return result;
}
