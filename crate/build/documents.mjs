// Copies the documents and licenses from the root of the repository into the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfChanged } from './kernels.mjs';
import { root } from './run.mjs';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'MIGRATING.md', 'SECURITY.md', 'LICENSE-MIT', 'LICENSE-APACHE'];

/** The section of the README for those who have a clone. */
const CLONE = /^## In this repository\n.*?(?=^## )/ms;
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;

/** The README for those who have the package alone: a link to a file that is not in it becomes its text. */
function packedReadme(text) {
  return text.replace(CLONE, '').replace(LINK, (link, words, target) => {
    if (target.startsWith('https:') || DOCUMENTS.includes(target)) return link;
    return target.startsWith('crate/js/') ? `[${words}](${target.slice('crate/js/'.length)})` : words;
  });
}

export function copyDocuments() {
  for (const name of DOCUMENTS) {
    const text = readFileSync(join(root, name), 'utf8');
    writeIfChanged(`crate/js/${name}`, name === 'README.md' ? packedReadme(text) : text);
  }
}
