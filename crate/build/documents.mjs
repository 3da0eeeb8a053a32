// Copies the documents and licenses from the root of the repository into the package.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'MIGRATING.md', 'SECURITY.md', 'LICENSE-MIT', 'LICENSE-APACHE'];
const GUIDES = 'www/docs/guides';

/** The section of the README for those who have a clone. */
const CLONE = /^## In this repository\n.*?(?=^## )/ms;
const TO_CLONE = '#in-this-repository';
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
/** A comment that tells bench/report.mjs which figure stands before it, or which table below. */
const COMMENT = /^<!--=\S+?-->\n|<!--=\S+?-->/gm;

/** The path that a file of the repository has in the package; undefined if the package lacks the file. */
function packedPath(path) {
  if (DOCUMENTS.includes(path)) return path;
  return /^(?:www\/docs|crate\/js)\/((?:guides|examples)\b.*)/.exec(path)?.[1];
}

/**
 * A document for those who have the package alone. A relative link becomes the address of the file in the repository at
 * that version. As long as package.json names no repository, it leads to the file in the package, or is its text; a
 * picture goes.
 *
 * @param {string} text
 * @param {{ version: string, repository?: { url: string } }} manifest
 * @param {string} [source] the document's path in the repository
 */
export function packedDocument(text, { version, repository }, source = 'README.md') {
  const address = repository?.url.replace(/^git\+|\.git$/g, '');
  return text
    .replace(CLONE, '')
    .replace(COMMENT, '')
    .replace(LINK, (link, picture, words, target) => {
      if (target === TO_CLONE) return words;
      if (/^(https:|#)/.test(target)) return link;
      const [path, section = ''] = posix.join(posix.dirname(source), target).split(/(?=#)/);
      if (address) return `${picture}[${words}](${address}/${picture ? 'raw' : 'blob'}/v${version}/${path}${section})`;
      const packed = packedPath(path);
      if (packed === undefined) return picture ? '' : words;
      return `${picture}[${words}](${posix.relative(posix.dirname(packedPath(source)), packed)}${section})`;
    });
}

export function copyDocuments() {
  const manifest = JSON.parse(readFileSync(join(root, 'crate/js/package.json'), 'utf8'));
  const guides = readdirSync(join(root, GUIDES)).map((name) => `${GUIDES}/${name}`);
  for (const path of [...DOCUMENTS, ...guides]) {
    const text = readFileSync(join(root, path), 'utf8');
    writeIfChanged(`crate/js/${packedPath(path)}`, packedDocument(text, manifest, path));
  }
}
