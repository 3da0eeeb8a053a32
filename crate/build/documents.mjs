// Copies the documents and licenses from the root of the repository into the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'MIGRATING.md', 'SECURITY.md', 'LICENSE-MIT', 'LICENSE-APACHE'];

/** The section of the README for those who have a clone. */
const CLONE = /^## In this repository\n.*?(?=^## )/ms;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
/** What bench/report.mjs reads. */
const COMMENT = /^<!-- .*? -->\n|<!-- .*? -->/gms;

/**
 * A document for those who have the package alone. A relative link leads nowhere on npm: it becomes the address of the file in
 * the repository at that version, or its text as long as package.json names no repository. A picture then goes.
 *
 * @param {string} text
 * @param {{ version: string, repository?: { url: string } }} manifest
 */
export function packedDocument(text, { version, repository }) {
  const address = repository?.url.replace(/^git\+|\.git$/g, '');
  return text
    .replace(CLONE, '')
    .replace(COMMENT, '')
    .replace(LINK, (link, picture, words, target) => {
      if (/^(https:|#)/.test(target)) return link;
      if (!address) return picture ? '' : words;
      return `${picture}[${words}](${address}/${picture ? 'raw' : 'blob'}/v${version}/${target})`;
    });
}

export function copyDocuments() {
  const manifest = JSON.parse(readFileSync(join(root, 'crate/js/package.json'), 'utf8'));
  for (const name of DOCUMENTS)
    writeIfChanged(`crate/js/${name}`, packedDocument(readFileSync(join(root, name), 'utf8'), manifest));
}
