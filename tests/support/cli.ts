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
export function powmodOf(input: string, ...args: string[]) {
  const options = { cwd: folder, encoding: 'utf8', input, timeout: 300_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

/** Why Windows cannot run a test. */
export const skip = process.platform === 'win32' && 'Windows has no links, FIFOs, modes or such names';

/** Runs a line of the shell, where `"$@"` is the program with these arguments. */
export function inShell(line: string, ...args: string[]) {
  const all = ['-c', line, 'sh', process.execPath, program, ...args];
  const { status, stdout, stderr } = spawnSync('sh', all, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}
