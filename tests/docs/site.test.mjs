// The documents as the site shows them: no dead link, a search that finds, and text that can be read.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { preview } from 'vite';
import { root, run } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { missing } from '../../workshop/programs/installed.mjs';
import typedoc from '../../www/docs/typedoc.config.mjs';
import { ADDRESS } from '../../www/header.mjs';
import { DOCUMENTS } from '../../www/policies.mjs';
import { leftOut } from '../support/left-out.mjs';
import { dataOf, deadLinks, readPage } from './site.mjs';

const site = join(root, 'www/dist');
const read = (path) => readFileSync(join(site, 'docs', path), 'utf8');

// Warnings of TypeDoc and of rustdoc are errors.
await run(process.execPath, ['www/docs/build.mjs']);

test('no link of the documents is dead', () => {
  const { dead, count } = deadLinks(site, 'docs');
  assert.deepEqual(dead, []);
  assert.ok(count > 5_000, `only ${count} links were found`);
});

test('the home page answers twelve questions, each by one link', () => {
  const [, questions] = readFileSync(join(root, 'www/docs/index.md'), 'utf8').split(/^## /m);
  const answers = questions.split(/^- \*\*/m).slice(1);
  assert.equal(answers.length, 12);
  for (const answer of answers) assert.equal(answer.match(/\]\(/g)?.length, 1, answer);
});

test('the demo page leads to the documents', () => {
  const { links } = readPage(readFileSync(join(site, 'index.html'), 'utf8'));
  assert.ok(links.includes('docs/'), links.join());
  // The source is in the repository from which a workflow builds, or else the map of the source leads through it.
  const source = process.env.GITHUB_REPOSITORY ?? 'docs/documents/Contributing.html#the-map';
  assert.ok(
    links.some((link) => link.endsWith(source)),
    links.join(),
  );
});

test('the demo page, the page that measures and the documents lead to one another, by one header', () => {
  const places = ['index.html', 'docs/index.html', 'measure.html'];
  for (const page of [...places, 'docs/documents/Report.html', 'docs/functions/powmod_verify.verify.html']) {
    const [header] = /<nav class="site".*?<\/nav>/s.exec(readFileSync(join(site, page), 'utf8')) ?? [''];
    const leads = readPage(header).links.map((link) =>
      posix.join(posix.dirname(page), link, link.endsWith('/') ? 'index.html' : ''),
    );
    for (const place of places) assert.ok(leads.includes(place), `${page}: ${leads}`);
  }
});

test('a picture of the page has its whole address, or there is none, and the README leads to the page', () => {
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  const [, picture] = /property="og:image" content="(.*?)"/.exec(html) ?? [];
  assert.equal(picture, ADDRESS ? `${ADDRESS}touch-icon.png` : undefined);
  if (picture) assert.match(picture, /^https:/);
  const [, demo] = /\[demo page\]\((.*?)\)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  assert.equal(demo, ADDRESS || '#in-this-repository');
});

test('every document, every entry and every chart is on the site', () => {
  const { rows } = dataOf(read('assets/search.js'));
  const names = rows.map(({ name }) => name);
  const folder = join(root, 'www/docs');
  const files = typedoc.projectDocuments.flatMap((path) =>
    path.endsWith('*.md') ? readdirSync(join(folder, path, '..')).map((file) => join(path, '..', file)) : [path],
  );
  assert.ok(files.length >= 13);
  for (const file of files) {
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'));
    assert.ok(names.includes(title.replaceAll('`', '')), title);
  }
  for (const entry of ['', '/verify', '/chia', '/pool', '/bigint-mod-arith'])
    assert.ok(names.includes(`powmod${entry}`));
  const reports = ['Report', 'The_papers,_repeated'].map((name) => read(`documents/${name}.html`)).join('');
  for (const chart of readdirSync(join(root, 'bench/results/charts'))) assert.ok(reports.includes(`/${chart}"`), chart);
});

test('the page of each module begins with what it is for and an example', () => {
  const pages = readdirSync(join(site, 'docs/modules'));
  assert.equal(pages.length, typedoc.entryPoints.length);
  for (const page of pages) {
    const [, content] = read(`modules/${page}`).split('<div class="col-content" role="main">');
    const [beginning] = content.split('<details');
    assert.match(beginning, /<p>[^<]{20,}.*?\.\s.*<\/p>.*<pre>/s, page);
  }
});

test('each page has its policy in itself', () => {
  for (const page of ['index.html', 'documents/Report.html', 'rust/powmod/index.html'])
    assert.ok(read(page).includes(`content="${DOCUMENTS}"`), page);
});

test('the text of a page is a landmark', () => {
  for (const page of ['index.html', 'documents/Report.html', 'modules/powmod.html'])
    assert.match(read(page), /<main\b|\brole="main"/, page);
});

test('a guide shows the names of its files', () => {
  assert.match(read('documents/A_randomness_beacon.html'), /<code>rounds\.mjs<\/code>:/);
});

test('what the search and the navigation lead to exists', () => {
  const { rows, index } = dataOf(read('assets/search.js'));
  const pages = new Map();
  for (const { url } of rows) {
    const [path, place] = url.split('#');
    if (!pages.has(path)) pages.set(path, read(path));
    assert.ok(!place || pages.get(path).includes(`id="${place}"`), url);
  }
  assert.deepEqual(index.fields, ['name', 'comment', 'document', 'question']);
  const groups = dataOf(read('assets/navigation.js')).map(({ text }) => text);
  assert.deepEqual(groups, ['Guides', 'Specification', 'Modules', 'Reference']);
});

test('npm start serves the page and the documents, each under its policy', async (t) => {
  const server = await preview({ root: join(root, 'www'), preview: { port: 0 }, logLevel: 'error' });
  t.after(() => server.close());
  const { port } = server.httpServer.address();
  const policyOf = async (path) => {
    const response = await fetch(`http://localhost:${port}/${path}`);
    assert.equal(response.status, 200, path);
    return response.headers.get('content-security-policy');
  };
  assert.match(await policyOf(''), /^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'$/);
  assert.equal(await policyOf('docs/rust/powmod/index.html'), DOCUMENTS);
});

describe('in Chromium', { skip: leftOut(missing('chromium')) }, () => {
  const PAGES = ['index.html', 'documents/A_randomness_beacon.html', 'functions/powmod.init.html'];
  let server;
  let browser;
  before(async () => {
    server = await servePage(site, '/some/path/', { policy: DOCUMENTS });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  const open = (path, options) => browser.open(`${server.url}docs/${path}`, options);

  /** The first result for a name, and for a word of each question on the home page. */
  const FIRST = {
    modPow: 'powmod.modPow',
    crtKey: 'powmod.Powmod.crtKey',
    init: 'powmod.init',
    evaluate: 'powmod/pool.Pool.evaluate',
    verifyVdf: 'powmod/chia.verifyVdf',
    Python: 'Verify elsewhere: Node, Python',
    size: 'Size and support',
    limits: 'Limits',
    'secret exponent': 'Secret exponents, RSA keys',
    worker: 'Powers',
    migrate: 'Migrating from another library',
    server: 'Entries and kernels',
    'constant time': 'Security',
    Safari: 'Size and support',
    Rust: 'In a Rust program',
    format: 'Delay proofs in RSA groups',
    'on chain': 'On chain',
  };

  /** Questions of visitors, and the document that answers: among the first three results. */
  const ASKED = {
    'Bundlers, CDN, policies, workers': [
      'CSP',
      'nextjs',
      'next.js',
      'workers with CSP',
      'service worker',
      'webpack',
      'vite',
      'Trusted Types',
      'React Native',
      'import map',
    ],
    Report: ['benchmarks', 'compare with gmp-wasm'],
    'A time lock with a server and clients': ['timelock'],
    'Delay proofs in RSA groups': ['what is Tokamak', 'VDF'],
    Security: ['report a vulnerability', 'side channel', 'timing attack'],
    'Verify elsewhere: Node, Python': ['verify on a server'],
    Powers: ['AbortSignal', 'cancel a run', 'how to stop a computation', 'web worker', 'prime number'],
    'Entries and kernels': ['Cloudflare Workers'],
    'Size and support': ['bundle size', 'which browsers are supported'],
    'Secret exponents, RSA keys': ['RSA private key', 'JWK', 'blind signatures', 'SRP login'],
    'On chain': ['Solidity contract', 'Ethereum gas'],
    'A randomness beacon': ['random number beacon', 'lottery'],
    Elections: ['ElGamal ballots', 'voting'],
    'Sets and sums': ['private set intersection', 'Paillier'],
    'From the command line': ['terminal command', 'CLI'],
    'Migrating from another library': ['jsbn', 'sjcl', 'bn.js'],
    "Chia's delay proofs": ['Chia'],
    'In a Rust program': ['no_std'],
    Limits: ['maximum length of a number', 'out of memory'],
    Devices: ['how fast is it on a phone'],
    'Getting started': ['install'],
  };

  test('the search finds documents by what is in them, and functions by their names', async (t) => {
    const page = await open('index.html');
    t.after(() => page.close());
    const found = async (words) => {
      await page.evaluate(
        "document.querySelector('#tsd-search').open || document.querySelector('#tsd-search-trigger').click()",
      );
      const list = "Array.from(document.querySelectorAll('#tsd-search-results li'), (li) => li.innerText).join('\\n')";
      await page.fill('#tsd-search-input', '');
      await until(page, `(${list}) === ''`);
      await page.fill('#tsd-search-input', words);
      return until(page, `(${list})`);
    };
    assert.match(await found('keccak256'), /Delay proofs in RSA groups/);
    for (const [name, first] of Object.entries(FIRST)) assert.equal((await found(name)).split('\n')[0], first);
    assert.ok(Object.values(ASKED).flat().length >= 40);
    for (const [title, questions] of Object.entries(ASKED))
      for (const question of questions) {
        const first = (await found(question)).split('\n').slice(0, 3);
        assert.ok(first.includes(title), `${question}: ${first.join('; ')}`);
      }
    assert.deepEqual(server.blocked, []);
  });

  test('the search of the crates finds an item', async (t) => {
    const page = await open('rust/powmod/index.html?search=Modulus');
    t.after(() => page.close());
    assert.match(await until(page, "document.querySelector('#search .search-results')?.innerText"), /Modulus/);
    assert.deepEqual(page.errors(), []);
    assert.deepEqual(server.blocked, []);
  });

  for (const dark of [false, true])
    test(`every text can be read on a ${dark ? 'dark' : 'light'} screen`, async () => {
      for (const path of PAGES) {
        const page = await open(path, { dark, width: 1200 });
        try {
          await until(page, "document.body.style.display !== 'none'");
          await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
          const weak = await page.evaluate(`axe.run({ runOnly: ['color-contrast'] }).then(({ violations }) =>
            violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html + ' ' + any[0]?.message)))`);
          assert.deepEqual(weak, [], path);
          assert.deepEqual(page.errors(), [], path);
        } finally {
          await page.close();
        }
      }
    });
});
