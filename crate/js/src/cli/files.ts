/** Reads and writes files. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, open, readlink, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes a file completely or not at all: to a new file beside it, which is flushed and renamed. A reader finds the old
 * or the new content. A device or a pipe, such as `/dev/null`, is written directly. A link stays a link, and a file
 * keeps its mode.
 */
export async function writeAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target && !target.isFile()) return writeFile(path, content);
  const file = await realPathOf(path);
  const beside = `${file}.${randomBytes(8).toString('hex')}.partial`;
  // `wx` fails if a file has this name, so that no file of another program is overwritten.
  const handle = await open(beside, 'wx', target?.mode);
  try {
    try {
      if (target) await handle.chmod(target.mode); // beyond what the umask leaves
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await unlink(beside).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(file));
}

/**
 * Writes a result to a file, as {@link writeAtomically} does; `-` is standard output. A file that holds something is
 * replaced by force alone. If it came during the work, which may have taken hours, the result gets a name beside it.
 */
export async function writeResult(path: string, text: string, force = false): Promise<void> {
  if (path === '-') {
    process.stdout.write(text);
    return;
  }
  if (force || !(await holdsContent(path))) return writeAtomically(path, text);
  const beside = `${path}.${randomBytes(8).toString('hex')}`;
  await writeAtomically(beside, text);
  throw new Error(`${path}: was written by another program meanwhile: the result is in ${beside}`);
}

/** Checks, before the work, that no file would be lost. @throws if one would. */
export async function checkReplaceable(path: string): Promise<void> {
  if (await holdsContent(path)) throw new Error(`${path}: exists: give another file, or --force to replace it`);
}

/** Whether it is a file that is not empty. One of `mktemp`, or of the shell's `>`, is empty. */
async function holdsContent(path: string): Promise<boolean> {
  const target = await stat(path).catch(() => undefined);
  return target?.isFile() === true && target.size > 0;
}

/** Checks, before the work, that the file can be written. @throws if not. */
export async function checkWritable(path: string): Promise<void> {
  if (path === '') throw new Error('the name of a file is empty'); // of a variable of the shell that is not set
  const target = await stat(path).catch(() => undefined);
  if (target?.isDirectory()) throw new Error(`${path}: is a folder`);
  const folder = dirname(path);
  if (!target && !(await stat(folder).catch(() => undefined)))
    throw new Error(`${folder}: is no folder yet, so make it first`);
  if (target) await access(path, constants.W_OK);
  if (!target || target.isFile()) await access(dirname(await realPathOf(path)), constants.W_OK);
}

/** The one path of a file that has several, by links. The file need not exist, but its folder. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const target = await readlink(path).catch(() => undefined);
  // The file of a link that leads nowhere yet is made where the link says.
  if (target !== undefined) return realPathOf(resolve(await realpath(dirname(path)), target));
  return join(await realpath(dirname(path)), basename(path));
}

/**
 * The bytes of a file; `-` is standard input. They are counted while they come, since a device or a pipe has no size.
 */
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
