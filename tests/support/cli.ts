// The program `powmod`, run in a folder of the test's own.
import './built.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { root } from './vectors.ts';

export const program = join(root, 'crate/js/bin/powmod.js');

/** Where every command runs. */
export const folder = mkdtempSync(join(tmpdir(), 'powmod-cli-'));
after(() => rmSync(folder, { recursive: true }));

export const pathOf = (name: string) => join(folder, name);

/** Writes text, or anything else as JSON. Returns the name. */
export function write(name: string, content: unknown): string {
  writeFileSync(pathOf(name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

export const powmod = (...args: string[]) => powmodOf('', ...args);

/** The program with its standard input. */
export const powmodOf = (input: string, ...args: string[]) => ended(process.execPath, [program, ...args], { input });

/** Why Windows cannot run a test. */
export const skip = process.platform === 'win32' && 'Windows has no links, FIFOs, modes or such names';

/** Runs a line of the shell, where `"$@"` is the program with these arguments. */
export const inShell = (line: string, ...args: string[]) =>
  ended('sh', ['-c', line, 'sh', process.execPath, program, ...args]);

/** @throws if it does not end, and ends it */
function ended(command: string, args: string[], options: { input?: string } = {}) {
  const all = { cwd: folder, encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL', ...options } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, all);
  if (error) throw new Error(`${args.join(' ')}: ${error.message}`, { cause: error });
  return { status, stdout, stderr };
}
