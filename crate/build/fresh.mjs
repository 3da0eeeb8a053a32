// Skips a step of a build or a suite of tests if its inputs have not changed since it last succeeded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { rustTokens, testFiles } from './rust-tokens.mjs';

const stamps = join(root, 'target/stamps');

/** What builds and tests write, and git's own files. No step has them as inputs. */
const WRITTEN = /\.generated\.|\.tsbuildinfo$|^(?:dist|node_modules|target|artifacts|__pycache__|\.git)$/;

/**
 * The mark of a step's success: whether it has succeeded with the same inputs, and its outputs exist.
 *
 * @param {string} name of the step
 * @param {{ files: string[], values?: unknown, outputs: string[], readsTokens?: boolean }} parts `files`: the input
 *   files and folders; `values`: all other inputs; `outputs`: the files that the step writes; `readsTokens`: comments
 *   and unit tests of Rust decide nothing
 */
export function stampOf(name, { files, values, outputs, readsTokens = false }) {
  const stamp = join(stamps, name);
  const digest = digestOf(files, { values, readsTokens });
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

/**
 * The digest of files and folders: of their bytes, or with `readsTokens` of what a compiler reads of Rust.
 *
 * @param {string[]} files
 * @param {{ values?: unknown, readsTokens?: boolean }} [options]
 */
export function digestOf(files, { values, readsTokens = false } = {}) {
  const hash = createHash('sha256');
  const contents = new Map(files.flatMap(filesUnder).map((path) => [path, readFileSync(join(root, path))]));
  const isRust = (path) => readsTokens && path.endsWith('.rs');
  const ofTests = [...contents].flatMap(([path, bytes]) => (isRust(path) ? testFiles(path, bytes.toString()) : []));
  for (const [path, bytes] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (readsTokens && path.endsWith('.md')) continue; // the head of a file of Rust
    if (ofTests.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)))) continue;
    hash
      .update(`${path}\0`)
      .update(isRust(path) ? rustTokens(bytes.toString()).join('\n') : bytes)
      .update('\0');
  }
  return hash.update(JSON.stringify(values ?? null)).digest('hex');
}

function filesUnder(path) {
  if (!existsSync(join(root, path))) return []; // not built yet
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !WRITTEN.test(name))
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
