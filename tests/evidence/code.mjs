// Whether files have other code than at a commit: for lines of the log without digests, and to name what has changed.
// The code of a file is what a compiler reads of it: no comment, no blank, no type, no unit test of Rust.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';
import { rustTokens, testFiles } from '../../crate/build/rust-tokens.mjs';

/** The code of a file's text; the text itself, for a file of no known language. */
async function codeOf(path, text) {
  const [, extension] = /\.(\w+)$/.exec(path) ?? [];
  if (extension === 'rs') return rustTokens(text).join('\n');
  if (['ts', 'js', 'mjs'].includes(extension)) {
    const { transform } = await import('esbuild');
    const loader = extension === 'ts' ? 'ts' : 'js';
    return (await transform(text, { loader, minifyWhitespace: true, legalComments: 'none', target: 'esnext' })).code;
  }
  if (extension === 'toml') return text.replace(/^\s*(#.*)?\n/gm, '');
  return extension === 'md' ? '' : text;
}

const git = (...args) => run('git', args);
const lines = (text) => text.split('\n').filter(Boolean);

/** Each answer by its question: many hunts ask the same. */
const answers = new Map();
function once(question, answer) {
  if (!answers.has(question)) answers.set(question, answer());
  return answers.get(question);
}

async function hasOtherCode(commit, path) {
  if (await isForTests(path)) return false;
  const then = await git('show', `${commit}:${path}`).catch(() => undefined);
  if (then === undefined || !existsSync(join(root, path))) return true;
  return (await codeOf(path, then)) !== (await codeOf(path, readFileSync(join(root, path), 'utf8')));
}

/** Whether only unit tests have a file of Rust. */
async function isForTests(path) {
  const only = await once('the files of tests', async () =>
    lines(await git('ls-files', 'crate/*.rs'))
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => testFiles(file, readFileSync(join(root, file), 'utf8'))),
  );
  return only.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
}

/**
 * The first of these files whose code has changed since a commit; '' if none has, undefined if the commit is not in the
 * history.
 *
 * @param {string} commit
 * @param {string[]} files files and folders
 */
export async function changedSince(commit, files) {
  const isKnown = once(commit, () =>
    git('merge-base', '--is-ancestor', commit, 'HEAD').then(
      () => true,
      () => false,
    ),
  );
  if (!(await isKnown)) return undefined;
  const changed = await once(`${commit} ${files}`, async () =>
    lines(await git('diff', '--name-only', commit, '--', ...files)),
  );
  for (const path of changed) if (await once(`${commit}:${path}`, () => hasOtherCode(commit, path))) return path;
  return '';
}
