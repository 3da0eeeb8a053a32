// What the documents' search knows beside the words of a page: the visitors' questions and words, and which words say
// nothing.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Words that visitors use and a document does not, or not where it answers, by the name of its file. */
const WORDS = {
  '01-getting-started.md': 'install start hello first',
  '02-powers.md': 'web worker thread pool AbortSignal cancel abort stop computation run prime number',
  '03-secrets.md': 'RSA private key JWK PEM CryptoKey sign decrypt SRP login password blind signature',
  '05-time-lock.md':
    'timelock puzzle letter envelope encrypt to the future sealed bid auction message release later delayed ' +
    'encryption decrypt open after an hour commitment escrow capsule',
  '06-beacon.md': 'random number randomness lottery draw lots VRF',
  '07-elections.md': 'voting vote ElGamal ballot zero-knowledge',
  '08-sets-and-sums.md': 'private set intersection PSI Paillier homomorphic',
  '09-command-line.md': 'CLI terminal shell npx',
  '11-entries.md': 'Cloudflare serverless lambda SSR',
  '12-platforms.md':
    'CSP content security policy nextjs next.js nuxt webpack vite rollup esbuild parcel angular svelte vue CDN ' +
    'import map ' +
    'bundler Jest Vitest Expo Electron extension service worker Trusted Types',
  '13-on-chain.md': 'Ethereum EVM Solidity smart contract gas blockchain L2 rollup prevrandao',
  '14-size-and-support.md': 'bundle size kB bytes browsers iOS Android compatibility supported',
  '15-limits.md': 'maximum length memory out of memory maxBits slow block denial of service DoS',
  '16-verify-elsewhere.md': 'Python Go server verifier',
  '1-rsa-groups.md': 'VDF verifiable delay function Wesolowski Pietrzak Tokamak proof format',
  '2-chia.md': 'Chia class group chiavdf discriminant',
  'MIGRATING.md': 'migrate jsbn sjcl bn.js big-integer gmp-wasm node-forge alternative replace',
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

/** Words of a question that are in nearly every document, and parts of many other words. */
const SILENT =
  'a am an and are at be by can do does for from get have how i if in is it my of on or so than that the there ' +
  'this to use was we what when where which why will with you';

/** How TypeDoc's script takes a question apart. */
const SPLIT = '=i.split(" ").map(';

/** TypeDoc's script, whose search leaves out the silent words, and takes `gmp-wasm` for two, as the index does. */
export function withoutSilentWords(script) {
  if (script.split(SPLIT).length !== 2) throw new Error('the search of TypeDoc has changed: see www/docs/search.mjs');
  const words =
    '((all,silent)=>{const said=all.filter(word=>!silent.includes(word.toLowerCase()));' +
    'return said.length?said:all})';
  return script.replace(SPLIT, `=${words}(i.split(/[\\s-]+/),${JSON.stringify(SILENT.split(' '))}).map(`);
}
