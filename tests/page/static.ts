// The package where a page's own thread is not: in a SharedWorker; and `powmod/static` where no script may import
// another later, in a module service worker. In Chromium also in an extension: its background, its popup, and its
// script in a page.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { start } from '../../workshop/browsers/chromium.ts';
import { PATIENCE, until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import type { Visits } from './visits.ts';

const PACKAGE = fileURLToPath(new URL('../../crate/js', import.meta.url));
const EXPECTED = ['bigint', '24', true, 'scalar', '486750', true, 'ERR_LOAD'];

/** Computes by BigInt, and by a kernel whose bytes the program fetches. */
const COMPUTE = `import { initSync, verify } from './static.js';

async function compute() {
  const proof = await (await fetch('./proof.json')).json();
  const bytes = await (await fetch('./scalar.wasm')).arrayBuffer();
  const slow = initSync();
  const fast = initSync({ kernel: 'scalar', wasm: () => bytes });
  let refused;
  try { initSync({ kernel: 'scalar' }); } catch (error) { refused = error.code; }
  return [slow.kernel, String(slow.modPow(2n, 10n, 1000n)), await verify(proof),
    fast.kernel, String(fast.modPow(3n, 65537n, 1000003n)), fast.verify(proof), refused];
}
const computed = compute().catch(String);
`;
const FILES = {
  'index.html': `<!doctype html><meta charset="utf-8"><title>powmod</title><link rel="icon" href="data:,">
<script type="module" src="page.js"></script>`,
  'page.js': `navigator.serviceWorker.onmessage = ({ data }) => (globalThis.computed = data);
navigator.serviceWorker.startMessages();
navigator.serviceWorker.register('worker.js', { type: 'module' }).then(
  async () => (await navigator.serviceWorker.ready).active.postMessage('compute'),
  (error) => (globalThis.computed = String(error)),
);`,
  'worker.js':
    `${COMPUTE}const answer = (event) => computed.then((values) => event.source.postMessage(values));` +
    'onmessage = (event) => event.waitUntil(answer(event));',
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'powmod',
    version: '1',
    background: { service_worker: 'background.js', type: 'module' },
    action: { default_popup: 'popup.html' },
    content_scripts: [{ matches: ['http://*/empty.html'], js: ['content.js'] }],
    content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'" },
  }),
  'background.js': `${COMPUTE}globalThis.computed = computed;`,
  'empty.html': '<!doctype html><meta charset="utf-8"><title>powmod</title><link rel="icon" href="data:,">',
  'content.js': '', // bundled by its test
  'popup.html':
    '<!doctype html><meta charset="utf-8"><title>powmod</title><script type="module" src="background.js"></script>',
};

const CONTENT = `import { init } from 'powmod';
import proof from 'powmod/examples/wesolowski-rsa2048.json';

init()
  .then((pm) => [pm.kernel, pm.modPow(3n, 65537n, 1000003n), pm.verify(proof)].join())
  .catch(String)
  .then((values) => { document.documentElement.dataset.computed = values; });`;

/** Where there is no Worker, the pool says so. */
const SHARED = {
  'index.html':
    '<!doctype html><meta charset="utf-8"><title>powmod</title><script type="module" ' + 'src="page.js"></script>',
  'page.js': `const worker = new SharedWorker('shared.js', { type: 'module' });
worker.onerror = () => (globalThis.computed = 'the worker does not start');
worker.port.onmessage = ({ data }) => (globalThis.computed = data);`,
  'shared.js': `import { init } from './dist/index.min.js';
import { createPool } from './dist/pool.min.js';

async function compute() {
  const pm = await init();
  const proof = await (await fetch('./proof.json')).json();
  const byPool = async () => String(await (await createPool({ workers: 1 })).modPow(3n, 65537n, 1000003n));
  const inPool = await byPool().catch(({ message }) => message);
  return [pm.kernel, String(pm.modPow(3n, 65537n, 1000003n)), pm.verify(proof), inPool];
}
const computed = compute().catch(String);
onconnect = ({ ports: [port] }) => computed.then((values) => port.postMessage(values));`,
};

export function testStatic(visits: Visits, browser: string) {
  test('computes in a SharedWorker, whose pool is refused where it has no Worker', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'powmod-shared-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const [name, text] of Object.entries(SHARED)) await writeFile(join(folder, name), text);
    await cp(join(PACKAGE, 'dist'), join(folder, 'dist'), { recursive: true });
    await cp(join(PACKAGE, 'examples/wesolowski-rsa2048.json'), join(folder, 'proof.json'));
    const { page } = await visits.openFrom(t, servePage(folder, '/'));
    const [kernel, power, verdict, byPool] = await until<unknown[]>(page, 'globalThis.computed');
    assert.notEqual(kernel, 'bigint');
    assert.deepEqual([power, verdict], ['486750', true]);
    assert.match(
      String(byPool),
      browser === 'firefox' ? /^486750$/ : /no Worker in a SharedWorkerGlobalScope: make the pool/,
    );
  });

  describe('powmod/static', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'powmod-static-'));
      for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
      const copies = { 'dist/static.js': 'static.js', 'dist/kernels/scalar.wasm': 'scalar.wasm' };
      const proof = { 'examples/wesolowski-rsa2048.json': 'proof.json' };
      for (const [from, to] of Object.entries({ ...copies, ...proof })) await cp(join(PACKAGE, from), join(folder, to));
    });
    after(() => rm(folder, { recursive: true }));

    test('computes in a module service worker', async (t) => {
      const { page } = await visits.openFrom(t, servePage(folder, '/'));
      const computed = await until(page, 'globalThis.computed');
      assert.deepEqual(computed, EXPECTED);
    });

    if (browser !== 'chromium') return; // no other driver takes an unpacked extension
    test("computes in an extension's background and popup", async (t) => {
      const browser = await start([], { pipe: true, enableExtensions: [folder] });
      t.after(() => browser.close());
      const background = await browser.waitForTarget((target) => target.type() === 'service_worker', {
        timeout: PATIENCE,
      });
      const worker = await background.worker();
      const evaluate = (expression: string) => worker?.evaluate(expression) as Promise<never>;
      assert.deepEqual(await until({ evaluate }, 'globalThis.computed'), EXPECTED);
      const popup = await browser.newPage();
      popup.setDefaultTimeout(PATIENCE);
      await popup.goto(new URL('popup.html', background.url()).href);
      assert.deepEqual(await popup.evaluate('computed'), EXPECTED);
    });

    test("computes in an extension's script in a page, by BigInt where a policy forbids WebAssembly", async (t) => {
      await build({
        ...{ stdin: { contents: CONTENT, resolveDir: PACKAGE }, outfile: join(folder, 'content.js') },
        ...{ bundle: true, format: 'iife', target: 'es2022', logLevel: 'error' },
      });
      const browser = await start([], { pipe: true, enableExtensions: [folder] });
      t.after(() => browser.close());
      for (const [policy, byBigInt] of [
        ["default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", false],
        ["default-src 'none'", true],
      ] as const) {
        const server = await servePage(folder, '/', { policy });
        t.after(() => server.close());
        const page = await browser.newPage();
        await page.goto(`${server.url}empty.html`);
        const evaluate = (expression: string) => page.evaluate(expression) as Promise<never>;
        const computed = await until<string>({ evaluate }, 'document.documentElement.dataset.computed');
        const [kernel, ...values] = computed.split(',');
        assert.deepEqual([kernel === 'bigint', ...values], [byBigInt, '486750', 'true'], policy);
      }
    });
  });
}
