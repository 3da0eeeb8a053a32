// Reads the links of the built site.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const TAG = /<[a-z][\w-]*(\s[^<>]*?)?>/gi;
/** What a script holds is no page. */
const DATA = /(<script\b[^>]*>).*?<\/script>/gs;
/** rustdoc's page of an item at its private place: the script goes on to the public one, with the place in the page. */
const REDIRECT = /<meta http-equiv="refresh" content="0;URL=([^"]+)"/;
const ATTRIBUTE = /\s(href|src|id|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** The links of a page, and the places in it to which links may lead. */
export function readPage(html) {
  const links = [];
  const places = new Set();
  for (const [, attributes = ''] of html.replace(DATA, '$1').matchAll(TAG))
    for (const [, name, ...values] of attributes.matchAll(ATTRIBUTE)) {
      const value = values.find((one) => one !== undefined).replaceAll('&amp;', '&');
      if (name === 'href' || name === 'src') links.push(value);
      else places.add(value);
    }
  return { links, places };
}

/**
 * The dead links among the pages of a folder: to files that are not there, and to places that a page does not have.
 *
 * @param {string} folder the files that exist; links must not leave it
 * @param {string} below the pages whose links are followed
 */
export function deadLinks(folder, below = '') {
  const pages = new Map();
  const pageAt = (path) => {
    if (!pages.has(path)) {
      const html = readFileSync(join(folder, path), 'utf8');
      const [, other] = REDIRECT.exec(html) ?? [];
      const { links, places } = readPage(html);
      pages.set(path, { links, places: other ? pageAt(posix.join(posix.dirname(path), other)).places : places });
    }
    return pages.get(path);
  };
  const problemOf = (from, link) => {
    if (/^(https:|data:|javascript:void\(0\)$)/.test(link)) return undefined;
    // rustdoc writes these only where other crates implement a trait.
    if (/\/trait\.impl\//.test(link)) return undefined;
    if (/^[a-z]+:/.test(link)) return 'has a strange protocol';
    const [address, place] = link.split('#');
    let path = posix.join(posix.dirname(from), decodeURI(address.split('?')[0]));
    if (!address) path = from;
    if (path.startsWith('..') || address.startsWith('/')) return 'leaves the site';
    if (existsSync(join(folder, path)) && statSync(join(folder, path)).isDirectory())
      path = posix.join(path, 'index.html');
    if (!existsSync(join(folder, path))) return 'leads nowhere';
    if (!place || !path.endsWith('.html')) return undefined;
    const { places } = pageAt(path);
    // A place in a source file may be a range of lines.
    const lines = /^(\d+)-(\d+)$/.exec(place)?.slice(1) ?? [place];
    return lines.every((line) => places.has(line) || places.has(decodeURIComponent(line)))
      ? undefined
      : 'leads to no place in its page';
  };
  const dead = [];
  let count = 0;
  for (const file of readdirSync(join(folder, below), { recursive: true })) {
    const from = posix.join(below, file.replaceAll('\\', '/'));
    if (!from.endsWith('.html')) continue;
    for (const link of new Set(pageAt(from).links)) {
      count++;
      const problem = problemOf(from, link);
      if (problem) dead.push(`${from}: ${link} ${problem}`);
    }
  }
  return { dead, count };
}
