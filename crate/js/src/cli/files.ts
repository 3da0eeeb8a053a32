/** Reads and writes files. */
import { createReadStream } from 'node:fs';
import { access, constants, open, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file completely or not at all: to a file beside it, which is flushed and renamed. A reader finds the old or
 * the new content. A device or a pipe, such as `/dev/null`, is written directly. A link stays a link.
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

/** Checks, before the work, that the file can be written. @throws if not. */
export async function checkWritable(path: string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target?.isDirectory()) throw new Error(`${path}: is a folder`);
  await access(target && !target.isFile() ? path : dirname(path), constants.W_OK);
}

/** The bytes of a file; `-` is standard input. They are counted while they come, since a device or a pipe has no size. */
export async function readAtMost(most: number, file: string): Promise<Uint8Array> {
  const source = file === '-' ? process.stdin : createReadStream(file);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) throw new Error(`is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Flushes a folder, so that the new name survives a power cut. Not every system can open a folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path);
    await folder.sync().finally(() => folder.close());
  } catch {}
}
