/** The files that arguments name: files, folders and patterns. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { readAtMost } from './files.js';
import { MalformedProofError, parse } from './package.js';

/** A file to verify, or why an argument names none. */
export interface NamedFile {
  file: string;
  problem?: string;
}

export const MAX_FILE_BYTES = 2 ** 28;

/** The files of the arguments, those of a folder or a pattern sorted. A folder stands for all its `.json` files. */
export async function findFiles(paths: readonly string[]): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (const path of paths) {
    const entry = path === '-' ? undefined : await stat(path).catch(() => undefined);
    if (entry?.isDirectory()) {
      const files = await glob('**/*.json', { cwd: path });
      found.push(
        ...orProblem(
          path,
          files.sort().map((file) => join(path, file)),
          'has no .json file',
        ),
      );
    } else if (path !== '-' && !entry && isDynamicPattern(path)) {
      const files = await glob(path.replaceAll('\\', '/'), { absolute: isAbsolute(path) });
      found.push(...orProblem(path, files.sort(), 'fits no file'));
    } else found.push({ file: path });
  }
  return found;
}

function orProblem(path: string, files: string[], problem: string): NamedFile[] {
  return files.length > 0 ? files.map((file) => ({ file })) : [{ file: path, problem }];
}

/** The entries of a file that holds an array of them, or the file itself as its one entry, and their names. */
export async function readEntries(file: string): Promise<{ name: string; entry: unknown }[]> {
  const entries = splitEntries(await readAtMost(MAX_FILE_BYTES, file));
  return entries.map((entry, i) => ({ name: entries.length === 1 ? file : `${file}[${i}]`, entry }));
}

function splitEntries(bytes: Uint8Array): unknown[] {
  const firstCharacter = bytes.find((byte) => byte > 0x20);
  if (firstCharacter !== '['.charCodeAt(0)) return [bytes];
  const entries = parse(bytes, MAX_FILE_BYTES) as unknown[];
  if (entries.length === 0) throw new MalformedProofError('file', 'holds no proof');
  return entries;
}
