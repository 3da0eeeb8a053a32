// Files of the built package, and programs that import it in a process of their own.
import './built.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProofFile } from 'powmod';
import { staleModule } from '../../crate/build/stale.mjs';
import { root } from './vectors.ts';

const moduleFile = (name: string) => new URL(import.meta.resolve(`powmod/kernels/${name}.wasm`));

/** Why a test that needs another module than the kernel is left out, or false. `npm test` builds them all. */
export const notBuilt = (name: string) => (existsSync(moduleFile(name)) ? false : staleModule(name));

/** The WebAssembly of a kernel, or of another module: `scalar-prover`. */
export function kernelFile(name: string): Uint8Array<ArrayBuffer> {
  const problem = notBuilt(name);
  if (problem) throw new Error(problem);
  return new Uint8Array(readFileSync(moduleFile(name)));
}

/** A proof file of the package. */
export function example<T = ProofFile>(name: string): T {
  return JSON.parse(readFileSync(new URL(import.meta.resolve(`powmod/examples/${name}.json`)), 'utf8')) as T;
}

/**
 * A copy of the built package, which shares nothing with `powmod`: its folder, and what imports a script of it. It has
 * the files that `filter` takes, and is there until the process ends.
 */
export function copyOfPackage(filter: (path: string) => boolean = () => true) {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  for (const part of ['package.json', 'dist'])
    cpSync(join(root, 'crate/js', part), join(folder, part), { recursive: true, filter });
  return { folder, load: <T>(script: string): Promise<T> => import(pathToFileURL(join(folder, 'dist', script)).href) };
}

/**
 * Runs a program in Node; with `addresses`, a number of gigabytes, the system gives it no more of them (by a POSIX
 * shell).
 */
export function runProgram(program: string, flags: string[] = [], addresses?: number) {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const args = [process.execPath, ...flags, '--input-type=module', '--eval', program];
  const limit = addresses === undefined ? [] : ['/bin/sh', '-c', `ulimit -v ${addresses * 2 ** 20} && exec "$0" "$@"`];
  const [command = '', ...given] = [...limit, ...args];
  const { status, stdout, stderr } = spawnSync(command, given, { cwd: root, encoding: 'utf8', env, timeout: 60_000 });
  return { status, stdout, stderr };
}
