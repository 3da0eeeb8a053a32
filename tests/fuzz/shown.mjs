// Runs a long program and prints its output as it arrives.
import { spawn } from 'node:child_process';
import { root } from '../../crate/build/run.mjs';
import { toolEnvironment } from '../../crate/build/tools.mjs';

/** Runs a program in the repository's root. Resolves to its exit code and its output. */
export function shown(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...toolEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        output += text;
        process[name].write(text);
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
