// Proofs by our own prover.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProofFile } from 'powmod';
import { root } from '../node/vectors.ts';
import type { Task } from './oracle.ts';

export async function prove(tasks: Task[]): Promise<ProofFile[]> {
  const cargo = ['run', '--quiet', '--locked', '--package', 'powmod', '--example', 'prove'];
  const running = promisify(execFile)('cargo', cargo, { cwd: root, maxBuffer: 1 << 28 });
  running.child.stdin?.end(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const { stdout } = await running;
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ProofFile);
}
