// The documents as the site shows them: no dead link, a search that finds, and text that can be read.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { init, modPow } from 'powmod';
import { preview } from 'vite';
import { root, run } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { missing } from '../../workshop/programs/installed.mjs';
import { causes, placeOf } from '../../www/docs/errors.mjs';
import { find, loadIndex } from '../../www/docs/find.js';
import { messages } from '../../www/docs/messages.mjs';
import { dataOf } from '../../www/docs/search.mjs';
import typedoc from '../../www/docs/typedoc.config.mjs';
import { ADDRESS } from '../../www/header.mjs';
import { offline } from '../../www/offline.mjs';
import { DOCUMENTS } from '../../www/policies.mjs';
import { leftOut } from '../support/left-out.mjs';
import { sampleOf, turn } from '../support/sample.mjs';
import { FIRST, printed, TASKS } from './searches.mjs';
import { deadLinks, readPage } from './site.mjs';

const site = join(root, 'www/dist');
const read = (path) => readFileSync(join(site, 'docs', path), 'utf8');

// Warnings of TypeDoc and of rustdoc are errors.
await run(process.execPath, ['www/docs/build.mjs']);

const [, json] = /^window\.documentsIndex = (".*");$/m.exec(read('assets/index.js'));
const index = loadIndex(JSON.parse(json));
/** The pages of the package and all documents, without those of the crates. */
const documents = () =>
  readdirSync(join(site, 'docs'), { recursive: true }).filter((file) => /^(?!rust).*\.html$/.test(file));
const titles = () => Object.values(index.toJSON().storedFields).map(({ title }) => title);

/** What one runs of the first block `console` of a guide. */
function commandsIn(guide) {
  const [, block] = /```console\n(.*?)```/s.exec(readFileSync(join(root, 'www/docs/guides', guide), 'utf8'));
  return [...block.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line).join('\n');
}

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
  // The source is in the repository from which a workflow builds. Elsewhere no link claims to lead there.
  const { GITHUB_REPOSITORY: source } = process.env;
  assert.equal(/>Source</.test(readFileSync(join(site, 'index.html'), 'utf8')), source !== undefined);
  assert.ok(!source || links.some((link) => link.endsWith(source)), links.join());
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
  const names = titles();
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
    assert.match(beginning, /<p>[^<]{20,}.*?\.\s.*<\/p>.*<pre[ >]/s, page);
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
  const pages = new Map();
  for (const { url } of Object.values(index.toJSON().storedFields)) {
    const [path, place] = url.split('#');
    if (!pages.has(path)) pages.set(path, read(path));
    assert.ok(!place || pages.get(path).includes(`id="${place}"`), url);
  }
  const groups = dataOf(read('assets/navigation.js')).map(({ text }) => text);
  assert.deepEqual(groups, ['Guides', 'Specification', 'Modules', 'Reference']);
});

/** In a run, axe looks at one page of each kind, and at this number of other pages. */
const SAMPLED = 2;

/** The number `dp` is of another key. */
const WRONG_KEY = { p: 1000003n, q: 999983n, dp: 5n, dq: 7n, qInv: 3n, e: 65537n };

const ENCRYPTED = 'key: is encrypted: decrypt it first, in Node by createPrivateKey({ key, passphrase })';
const ENCRYPTED_KEY = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n';

/** The search may throw at no text that is typed. */
const STRANGE = ['*', ':', '^~', '"', 'a:b^c~1', '(', '+-', '  ', '😀', '\\', 'the', 'C++', '__proto__'];

describe('the search', () => {
  test('finds a function by its name', () => {
    for (const [name, first] of Object.entries(FIRST)) assert.equal(find(index, name)[0]?.title, first);
  });

  test('finds the page of each task among the first three', () => {
    const tasks = Object.entries(TASKS).flatMap(([title, words]) => words.map((word) => ({ title, word })));
    assert.ok(tasks.length >= 61);
    const missed = tasks.filter(({ title, word }) => !find(index, word, 3).some((found) => found.title === title));
    assert.deepEqual(missed, []);
  });

  test('finds each message of the source first, at its line', () => {
    const all = messages();
    assert.ok(all.length >= 300, `only ${all.length} messages were found in the source`);
    const isFirst = ({ text }) => find(index, printed(text))[0]?.url.includes(`Errors.html#${placeOf(text)}`);
    assert.deepEqual(
      all.filter((message) => !isFirst(message)).map(({ text }) => printed(text)),
      [],
    );
  });

  test('finds an error first, at its line, as the package prints it', async () => {
    const pm = await init();
    const m = pm.modulus(1000003n);
    m.free();
    const fails = [
      ['…: must be a bigint or a Uint8Array, not …', () => modPow('2', 3n, 7n)],
      ['…: must be a bigint or a Uint8Array, not …', () => modPow(2 ** 60, 3n, 7n)],
      ['…: must be a bigint or a Uint8Array, not …', () => modPow(Uint16Array.of(2), 3n, 7n)],
      ['…: must be one of …', () => modPow(2n, 3n, 7n, { as: 'hex' })],
      ['….…: is not an option; there are …', () => modPow(2n, 3n, 7n, { output: 'bytes' })],
      ['….…: is not an option; there are …', () => init({ allowTiming: true })],
      ['…: has more than … bits, the limit by the maxBits of init', () => modPow(2n, 3n, 1n << 70000n)],
      ['…: was freed', () => m.pow(2n, 3n)],
      ['…: is not a prime', () => pm.rsaPrivateKey({ p: 1000001n, q: 999983n, e: 65537n })],
      ['…: the result failed its check with e', () => pm.rsaPrivateKey(WRONG_KEY).pow(5n)],
      [ENCRYPTED, () => pm.rsaPrivateKey(ENCRYPTED_KEY)],
      ['…: must be a number, not …', () => pm.randomPrime('256')],
      ['…: must be a string, not …', () => pm.verify({})],
      ['…: must be a Uint8Array, not …', () => pm.verify('{}', { expect: { seed: 'hello' } })],
      ['…: is not a built-in group; there are …', () => pm.verify('{}', { expect: { modulus: 'RSA2048' } })],
    ];
    for (const [text, fail] of fails) {
      const error = await Promise.resolve()
        .then(fail)
        .then(() => assert.fail(text), String);
      const [{ url }] = find(index, error);
      assert.ok(url.endsWith(`#${placeOf(text)}`), `${error}: ${url}`);
    }
  });

  test('throws at nothing', () => {
    for (const words of STRANGE) assert.ok(Array.isArray(find(index, words)), words);
  });
});

test('the page of errors has every message once, each with a cause', () => {
  const { rest } = causes();
  assert.deepEqual(rest.messages, []);
  const page = read('documents/Errors.html');
  const places = [...page.matchAll(/id="(m-[^"]*)"/g)].map(([, place]) => place);
  assert.equal(new Set(places).size, messages().length);
  assert.equal(places.length, messages().length);
});

test('where a public key is due, the page of errors advises one', () => {
  const [cause] = causes().groups.filter(({ messages }) => messages.some(({ text }) => /is private, and/.test(text)));
  assert.match(cause.remedy, /public half/);
  assert.doesNotMatch(cause.remedy, /Give the private/);
});

test('a visitor of the page stores none of the documents beside it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'docs'));
  for (const file of ['index.html', 'docs/index.html']) writeFileSync(join(folder, file), '');
  offline().writeBundle({ dir: folder });
  assert.match(readFileSync(join(folder, 'sw.js'), 'utf8'), /\bFILES=\["\.\/"\]/);
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
  const PAGES = [
    ...['index.html', 'documents/A_randomness_beacon.html', 'documents/Errors.html', 'documents/Report.html'],
    ...['functions/powmod.init.html', 'interfaces/powmod.Powmod.html', 'modules/powmod.html'],
  ];
  let server;
  let browser;
  before(async () => {
    // The service worker would store all files anew for each page.
    server = await servePage(site, '/some/path/', { policy: DOCUMENTS, empties: 'docs/sw.js' });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  const open = (path, options) => browser.open(`${server.url}docs/${path}`, options);

  test('the search shows the pages that it finds, throws at nothing, and leads to a message', async (t) => {
    const page = await open('index.html');
    t.after(() => page.close());
    await page.click('#tsd-search-trigger');
    const list =
      "Array.from(document.querySelectorAll('#tsd-search-results a'), (a) => a.innerText + ' ' + a.href).join('|')";
    const found = async (words, expected) => {
      await page.fill('#tsd-search-input', words);
      return until(page, `${expected}.test(${list}) && (${list})`);
    };
    assert.match(await found('cancel a run', '/Powers/'), /documents\/Powers\.html/);
    const message = 'modulus: must be odd on the secret path';
    assert.match(
      (await found(message, '/Errors/')).split('|')[0],
      /Errors\.html#m-modulus-must-be-odd-on-the-secret-path$/,
    );
    for (const words of STRANGE) await page.fill('#tsd-search-input', words);
    await page.fill('#tsd-search-input', 'zzzzqqqq');
    await until(page, "/Nothing was found/.test(document.querySelector('#tsd-search-status').innerText)");
    assert.deepEqual(page.errors(), []);
    assert.deepEqual(server.blocked, []);
  });

  test('Copy takes the commands of a block without the prompt and the output', async (t) => {
    const page = await open('documents/From_the_command_line.html');
    t.after(() => page.close());
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (t) => { window.copied = t; } } })",
    );
    await page.evaluate("document.querySelector('code.console').parentElement.querySelector('button').click()");
    const copied = await until(page, 'window.copied');
    assert.ok(copied.startsWith('np') && !/^\$/m.test(copied), copied);
    assert.equal(copied, commandsIn('09-command-line.md'));
  });

  test('what was opened once opens without a network, with the search; what was not says so', async (t) => {
    const own = await servePage(site, '/some/path/', { policy: DOCUMENTS });
    t.after(() => own.close());
    // The report is the first document that is opened, before any worker stores its pictures.
    const page = await browser.open(`${own.url}docs/documents/Report.html`);
    t.after(() => page.close());
    const stored = `(async () => {
      const parts = performance.getEntriesByType('resource').map(({ name }) => name);
      const all = [location.href, ...parts, new URL('../assets/index.js', location.href).href];
      const found = await Promise.all(all.map((address) => caches.match(address, { ignoreSearch: true })));
      return found.every(Boolean) && navigator.serviceWorker.controller !== null;
    })()`;
    await until(page, stored);
    const inFrame = (path) =>
      page.evaluate(`new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.src = ${JSON.stringify(`${own.url}docs/`)} + ${JSON.stringify(path)};
        frame.onload = () => resolve(frame.contentDocument.body.innerText);
        document.body.append(frame);
      })`);
    // A page of the crates, and with it its styles.
    const ofCrate = 'rust/powmod/index.html';
    const online = await inFrame(ofCrate);
    await until(page, `caches.match(${JSON.stringify(`${own.url}docs/rust/powmod/`)}).then(Boolean)`);

    own.close();
    await page.reload();
    assert.match(await page.evaluate('document.title'), /^Report/);
    await until(page, "document.querySelector('.tsd-typography img').naturalWidth > 0");
    await page.click('#tsd-search-trigger');
    await page.fill('#tsd-search-input', 'cancel a run');
    await until(page, "/Powers/.test(document.querySelector('#tsd-search-results').innerText)");
    assert.equal(await inFrame(ofCrate), online);
    assert.match(await inFrame('index.html'), /Documents/);
    for (const path of ['documents/Powers.html', 'rust/powmod_vdf/index.html'])
      assert.match(await inFrame(path), /^This document is not on this device, and there is no network\./);
  });

  test('the search of the crates finds an item', async (t) => {
    const page = await open('rust/powmod/index.html?search=Modulus');
    t.after(() => page.close());
    assert.match(await until(page, "document.querySelector('#search .search-results')?.innerText"), /Modulus/);
    assert.deepEqual(page.errors(), []);
    assert.deepEqual(server.blocked, []);
  });

  test('no page of the package and no document scrolls sideways on a phone', async (t) => {
    const pages = documents();
    assert.ok(pages.length > 100, `only ${pages.length} pages`);
    const page = await open('index.html', { width: 1200 });
    t.after(() => page.close());
    const wide = await page.evaluate(`(async () => {
      const wide = [];
      const rest = ${JSON.stringify(pages)}.values();
      const frames = Array.from({ length: 4 }, () => document.body.appendChild(document.createElement('iframe')));
      await Promise.all(frames.map(async (frame) => {
        frame.style = 'width: 360px; height: 700px; border: 0';
        for (const path of rest) {
          await new Promise((loaded) => { frame.onload = loaded; frame.src = path; });
          const { innerWidth, document } = frame.contentWindow;
          // TypeDoc hides a page until its script has run, for half a second at most.
          document.body.style.removeProperty('display');
          if (innerWidth !== 360 || document.documentElement.scrollWidth > 360) wide.push(path);
        }
      }));
      return wide;
    })()`);
    assert.deepEqual(wide, []);
  });

  // Of the other pages some, which turn with the commit; all with POWMOD_SAMPLE=all.
  const others = documents().filter((path) => !PAGES.includes(path));
  const groups = Array.from({ length: SAMPLED }, (_, group) => others.filter((_, i) => i % SAMPLED === group));
  const looked = [...PAGES, ...Object.values(sampleOf({ ...groups }, turn())).flat()];

  test(`axe finds no fault on ${looked.length} pages, light or dark`, async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const path of looked) {
      const page = await open(path, { width: 1200 });
      try {
        await until(page, "document.body.style.display !== 'none'");
        await page.evaluate(`${axe}; true`);
        for (const dark of [false, true]) {
          await page.prefer({ dark });
          const weak = await page.evaluate(`axe.run().then(({ violations }) =>
            violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 200))))`);
          assert.deepEqual(weak, [], `${path}, ${dark ? 'dark' : 'light'}`);
        }
        assert.deepEqual(page.errors(), [], path);
      } finally {
        await page.close();
      }
    }
  });
});
