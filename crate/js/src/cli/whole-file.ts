import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file whole or not at all: beside it, flushed, and then renamed. Whoever reads it finds the old or the new. */
export async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const beside = `${path}.partial`;
  const file = await open(beside, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** The file's bytes, or `undefined` where there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
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
