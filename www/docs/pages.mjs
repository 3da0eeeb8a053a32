// The documents of the site, and what their Markdown becomes for TypeDoc.
import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { buttonFor } from '../programs.mjs';

/** The folders of documents that are written for the site. */
const FOLDERS = { Guides: 'www/docs/guides', Specification: 'www/docs/specification' };

/** The documents that have another place in the repository. */
const REFERENCE = ['MIGRATING.md', 'SECURITY.md', 'CHANGELOG.md', 'bench/REPORT.md', 'bench/DEVICES.md'];

/** The first page of the site. */
export const HOME = 'www/docs/index.md';

/**
 * The files of all documents, each with its group in the navigation.
 *
 * @param {string} root
 */
export function documents(root) {
  const own = Object.entries(FOLDERS).flatMap(([group, folder]) =>
    readdirSync(posix.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => ({ file: `${folder}/${name}`, group })),
  );
  return [...own, ...REFERENCE.map((file) => ({ file, group: 'Reference' }))];
}

/** The title of a document: its first heading. */
export function titleOf(markdown) {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (!title) throw new Error('the document has no heading');
  return title.replaceAll('`', '');
}

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;
const BLOCK = /^( *)```.*?^\1```$/gms;
/** The first line of a block that is a file, such as `js page.js`. */
const NAMED = /^```(\w+) (\S+)\n/;

/**
 * A document for TypeDoc, with a title and a group. The name of a file stands before its block, and a button below a block
 * that readers can start. A link to a file that is not on the site becomes its text, but the file must exist.
 *
 * @param {{ file: string, group?: string }} document
 * @param {string} markdown
 * @param {{ root: string, isOnSite: (path: string) => boolean }} site
 */
export function pageOf({ file, group }, markdown, { root, isOnSite }) {
  const link = (whole, bang, text, target) => {
    if (/^(https:|#|site:)/.test(target)) return whole;
    const path = posix.normalize(posix.join(posix.dirname(file), target.replace(/#.*/, '')));
    if (!existsSync(posix.join(root, path))) throw new Error(`${file}: there is no ${path}`);
    if (bang || isOnSite(path)) return whole;
    return text;
  };
  const blocks = [];
  const text = markdown
    .replace(BLOCK, (block) => `\0${blocks.push(block) - 1}\0`)
    .replace(LINK, link)
    .replace(/\0(\d+)\0/g, (_, i) => {
      const [, , name] = NAMED.exec(blocks[i]) ?? [];
      return blocks[i].replace(NAMED, '`$2`:\n\n```$1\n') + buttonFor(file, name);
    });
  const head = group ? `---\ntitle: ${JSON.stringify(titleOf(markdown))}\ngroup: ${group}\n---\n\n` : '';
  return head + text;
}

/**
 * A page that lists the public items of the crates, for the site's search, which does not know rustdoc's pages.
 *
 * @param {Record<string, string>} lists the page `all.html` of each crate
 */
export function rustPage(lists) {
  const sections = Object.entries(lists).map(([crate, html]) => {
    const items = [...html.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><\/li>/g)];
    if (items.length === 0) throw new Error(`rustdoc's list of the items of ${crate} has another form`);
    const lines = items.map(([, path, name]) => `- [\`${name}\`](site:rust/${crate}/${path})`);
    return `## ${crate}\n\n[The first page of the crate](site:rust/${crate}/index.html) has examples.\n\n${lines.join('\n')}\n`;
  });
  return `# The Rust crates\n\nThe public items, by module. Each leads to its own page.\n\n${sections.join('\n')}`;
}
