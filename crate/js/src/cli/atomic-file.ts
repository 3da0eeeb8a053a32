import { access, constants, open, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file whole or not at all: beside it, flushed, and then renamed. Whoever reads it finds the old or the new. What
 * is no file, such as `/dev/null` or a pipe, is written to and not replaced, and a link stays one.
 */
export async function writeAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target && !target.isFile()) return writeFile(path, content);
  const file = target ? await realpath(path) : path;
  const beside = `${file}.partial`;
  const handle = await open(beside, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
  await syncFolder(dirname(file));
}

/** @throws where no file could be written: to be asked before there is anything to write. */
export async function checkWritable(path: string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target?.isDirectory()) throw new Error(`${path}: is a folder`);
  await access(target && !target.isFile() ? path : dirname(path), constants.W_OK);
}

/** The file's bytes, or `undefined` where there is none. */
export async function readIfPresent(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** So that the new name outlasts a power cut. Not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path);
    await folder.sync().finally(() => folder.close());
  } catch {}
}
