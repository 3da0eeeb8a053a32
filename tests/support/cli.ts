// The program `powmod`, run in a folder of the test's own.
import './built.mjs';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import { root } from './vectors.ts';

export const program = join(root, 'crate/js/bin/powmod.js');

/** Where every command runs. A thread has the folder of its process. */
export const folder = mkdtempSync(join(tmpdir(), 'powmod-cli-'));
process.chdir(folder);
after(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true });
});

export const pathOf = (name: string) => join(folder, name);

/** Writes text, or anything else as JSON. Returns the name. */
export function write(name: string, content: unknown): string {
  writeFileSync(pathOf(name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

/** The output of a command, and its exit code. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * The program in a thread of this process, without input. As a process it ends when it has nothing more to do; but it
 * starts in less time, and finds its kernel compiled.
 */
export async function powmod(...args: string[]): Promise<Ended> {
  // Those of this process would load tsx.
  const worker = new Worker(program, { argv: args, execArgv: [], stdout: true, stderr: true });
  const limit = setTimeout(() => worker.emit('error', new Error(`${args.join(' ')}: does not end`)), LIMIT);
  const written = [text(worker.stdout), text(worker.stderr)] as const;
  try {
    const [status] = await once(worker, 'exit');
    const [stdout, stderr] = await Promise.all(written);
    return { status, stdout, stderr };
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}

/** The program in a process of its own, with its standard input. */
export const powmodOf = (input: string, ...args: string[]) => ended(process.execPath, [program, ...args], { input });

/** Why Windows cannot run a test. */
export const skip = process.platform === 'win32' && 'Windows has no links, FIFOs, modes or such names';

/** Runs a line of the shell, where `"$@"` is the program with these arguments. */
export const inShell = (line: string, ...args: string[]) =>
  ended('sh', ['-c', line, 'sh', process.execPath, program, ...args]);

/** Milliseconds after which a command that does not end is ended. */
const LIMIT = 300_000;

/** @throws if it does not end, and ends it */
function ended(command: string, args: string[], options: { input?: string } = {}): Ended {
  const all = { cwd: folder, encoding: 'utf8', timeout: LIMIT, killSignal: 'SIGKILL', ...options } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, all);
  if (error) throw new Error(`${args.join(' ')}: ${error.message}`, { cause: error });
  return { status, stdout, stderr };
}
