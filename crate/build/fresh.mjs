// Skips a step of a build or a suite of tests if its inputs have not changed since it last succeeded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const stamps = join(root, 'target/stamps');

/** What builds and tests write, and git's own files. No step has them as inputs. */
const WRITTEN = /\.generated\.|\.tsbuildinfo$|^(?:dist|node_modules|target|artifacts|__pycache__|\.git)$/;

/**
 * The mark of a step's success: whether it has succeeded with the same inputs, and its outputs exist.
 *
 * @param {string} name of the step
 * @param {{ files: string[], values?: unknown, outputs: string[] }} parts `files`: the input files and folders;
 *   `values`: all other inputs; `outputs`: the files that the step writes
 */
export function stampOf(name, { files, values, outputs }) {
  const stamp = join(stamps, name);
  const digest = digestOf(files, values);
  return {
    isFresh: () =>
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === digest &&
      outputs.every((path) => existsSync(join(root, path))),
    write() {
      mkdirSync(stamps, { recursive: true });
      writeFileSync(stamp, digest);
    },
  };
}

function digestOf(files, values) {
  const hash = createHash('sha256');
  for (const path of files.flatMap(filesUnder).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.update(JSON.stringify(values ?? null)).digest('hex');
}

function filesUnder(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !WRITTEN.test(name))
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
