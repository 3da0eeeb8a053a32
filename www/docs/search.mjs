// Makes the index of the documents' search from the built pages, with the visitors' questions and words.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { indexOf } from './find.js';

/** Words that visitors use and a document does not, or not where it answers, by the name of its file. */
const WORDS = {
  '01-getting-started.md': 'install npm package start hello world first steps license licence MIT Apache free',
  '02-powers.md':
    'x^e mod N modular exponentiation power modexp web worker thread pool AbortSignal cancel abort stop computation ' +
    'run prime number primality Miller Rabin',
  '03-secrets.md':
    'RSA private key JWK PEM CryptoKey sign decrypt SRP login password blind signature Diffie Hellman DH',
  '05-time-lock.md':
    'timelock puzzle letter envelope encrypt to the future sealed bid auction message release later delayed ' +
    'encryption decrypt open after an hour commitment escrow capsule',
  '06-beacon.md': 'random number randomness lottery draw lots VRF',
  '07-elections.md': 'voting vote ElGamal ballot zero-knowledge',
  '08-sets-and-sums.md': 'private set intersection PSI Paillier homomorphic',
  '09-command-line.md': 'CLI terminal shell npx',
  '11-entries.md': 'TypeScript types CommonJS Cloudflare serverless lambda SSR',
  '12-platforms.md':
    'CSP content security policy nextjs next.js nuxt webpack vite rollup esbuild parcel angular svelte vue CDN ' +
    'import map without a bundler Failed to resolve module specifier ' +
    'bundler Jest Vitest Expo Electron extension service worker Trusted Types',
  '13-on-chain.md': 'Ethereum EVM Solidity smart contract gas blockchain L2 rollup prevrandao',
  '14-size-and-support.md': 'bundle size kB bytes browsers iOS Android compatibility supported',
  '15-limits.md': 'maximum length memory out of memory maxBits slow block denial of service DoS',
  '16-verify-elsewhere.md': 'Python Go C++ Java Swift other languages server verifier',
  '18-draw-lots.md': 'raffle lottery giveaway winner prize random choice shuffle',
  'errors.generated.md': 'error errors message messages exception throws code meaning',
  '1-rsa-groups.md': 'VDF verifiable delay function Wesolowski Pietrzak Tokamak proof format',
  '2-chia.md': 'Chia class group chiavdf discriminant',
  'MIGRATING.md':
    'migrate jsbn sjcl bn.js big-integer gmp-wasm node-forge alternative replace crtKey modPowCrt isMember',
  'SECURITY.md':
    'report a vulnerability side channel timing attack timings constant-time constanttime sidechannel audit CVE safe',
  'CONTRIBUTING.md': 'build from source test pull request architecture',
  'REPORT.md': 'benchmark benchmarks performance compare comparison gmp-wasm OpenSSL faster than',
  'DEVICES.md': 'phone tablet mobile how fast ARM Apple',
};

/** The visitors' questions to each document, from the home page, by the name of the document's file. */
const questions = {};
const home = readFileSync(new URL('index.md', import.meta.url), 'utf8');
for (const [, question, path] of home.matchAll(/^- \*\*(.+?)\*\*.*?\]\(([^)#]+)/gms))
  questions[basename(path)] = `${questions[basename(path)] ?? ''} ${question}`;

/** What visitors ask of a document, by its path. */
export const askedOf = (path) => [questions[basename(path)], WORDS[basename(path)]].filter(Boolean).join(' ');

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const textOf = (html) =>
  html
    .replace(/<(?:svg|script)\b.*?<\/(?:svg|script)>|<[^>]*>/gs, (tag) =>
      /^<(?:code|\/code|span|\/span|a|\/a)/.test(tag) ? '' : ' ',
    )
    .replace(/&(\w+|#39);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** What TypeDoc's scripts read: `window.NAME = "…"`. */
export function dataOf(script) {
  const [, packed] = /^window\.\w+ = "(.*)"/.exec(script) ?? [];
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')));
}

/** The content of TypeDoc's page. */
const contentOf = (html) => html.split('<div class="col-content"')[1].split('<div class="col-sidebar')[0];

/** The sections of a document, and of the page of errors each message. */
function* sectionsOf(html) {
  const [head, ...parts] = contentOf(html).split(/<h[2-6] (?=[^>]*\bid=")/);
  yield { place: '', section: '', text: textOf(head.slice(head.indexOf('>') + 1)) };
  for (const part of parts) {
    const [, place] = /\bid="([^"]*)"/.exec(part);
    const [title, text = ''] = part.slice(part.indexOf('>') + 1).split(/<\/h[2-6]>/);
    const [said, ...messages] = text.split('<li><a id="m-');
    yield { place: `#${place}`, section: textOf(title), text: textOf(said) };
    for (const message of messages) {
      const [id] = message.split('"');
      yield { place: `#m-${id}`, section: textOf(message.slice(message.indexOf('>') + 1)), text: '' };
    }
  }
}

/** The text of the comment that follows a place in a page of the API. */
function commentAt(html, place) {
  const from = place ? html.indexOf(`id="${place}"`) : html.indexOf('<div class="col-content"');
  const [, comment = ''] =
    /<div class="tsd-comment tsd-typography">(.*?)<\/div>/s.exec(html.slice(from, from + 6000)) ?? [];
  return textOf(comment);
}

/** The messages of the page of errors are in no other words: it counts more than the rest of its group. */
const groupIn = ({ path, group }) => (basename(path) === 'errors.generated.md' ? 'Errors' : group);

/**
 * The index of a site that TypeDoc wrote.
 *
 * @param {string} site its folder
 * @param {Record<string, { path: string, group: string }>} documents by their titles
 */
export function siteIndex(site, documents) {
  const pages = new Map();
  const pageAt = (path) => {
    if (!pages.has(path)) pages.set(path, readFileSync(join(site, path), 'utf8'));
    return pages.get(path);
  };
  const { rows } = dataOf(readFileSync(join(site, 'assets/search.js'), 'utf8'));
  const entries = rows.flatMap(({ name, parent, url }) => {
    const [page, place = ''] = url.split('#');
    const document = url.startsWith('documents/') && documents[name];
    if (!document) {
      const title = parent ? `${parent}.${name}` : name;
      return [
        { page: url, url, group: 'API', title, name, section: '', asked: '', text: commentAt(pageAt(page), place) },
      ];
    }
    return [...sectionsOf(pageAt(page))].map(({ place, section, text }) => ({
      ...{ page, url: page + place, group: groupIn(document), title: name, name: '', section, text },
      asked: place ? '' : askedOf(document.path),
    }));
  });
  return JSON.stringify(indexOf(entries));
}
