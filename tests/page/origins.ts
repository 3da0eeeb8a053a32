// The package at another origin than the page's, and under policies: a second server on this machine is a CDN.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../../workshop/browsers/driver.ts';
import { answering, servePage } from '../../workshop/browsers/page-server.ts';
import { KERNEL } from '../../workshop/kernels.js';
import type { Visits } from './visits.ts';

const PACKAGE = fileURLToPath(new URL('../../crate/js', import.meta.url));
const IS_KERNEL = new RegExp(`^${KERNEL}$`);
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const WASM = "script-src 'unsafe-inline' 'wasm-unsafe-eval' http://127.0.0.1:*; worker-src blob: http://127.0.0.1:*";
const TYPES = "require-trusted-types-for 'script'; trusted-types powmod";

/** A page that computes by a pool of one worker, and then without a pool. */
const page = (
  map: object,
  powmod: string,
  pool: string,
  integrity = {},
) => `<!doctype html><meta charset="utf-8"><title>powmod</title>
<link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: map, integrity })}</script>
<script type="module">
import { init } from '${powmod}';
import { createPool } from '${pool}';

async function compute() {
  const pool = await createPool({ workers: 1 });
  const power = await pool.modPow(3n, 65537n, 1000003n);
  await pool.close();
  const pm = await init();
  return [pool.kernel, String(power), pm.kernel, String(pm.modPow(2n, 10n, 1000n))];
}
globalThis.computed = await compute().catch(({ code, message }) => [code, message]);
</script>`;

export function testOrigins(visits: Visits) {
  describe('the package', () => {
    let folder: string;
    let cdn: Awaited<ReturnType<typeof servePage>>;
    let broken: typeof cdn;
    let minified: typeof cdn;
    const requested = new Set<string>();
    before(async () => {
      // In an isolated page WebKit takes a worker's script only with the last of these.
      const headers = {
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      };
      cdn = await servePage(PACKAGE, '/', { headers });
      minified = await servePage(PACKAGE, '/', { headers, gives: (path) => requested.add(path).size > 0 });
      broken = await servePage(PACKAGE, '/', { headers, gives: (path) => path !== 'dist/worker-text.js' });
      folder = await mkdtemp(join(tmpdir(), 'powmod-origins-'));
      const map = { powmod: `${cdn.url}dist/index.js`, 'powmod/pool': `${cdn.url}dist/pool.js` };
      const digests = JSON.parse(await readFile(join(PACKAGE, 'dist/integrity.json'), 'utf8'));
      const integrity = Object.fromEntries(
        Object.entries(digests).map(([file, digest]) => [`${minified.url}dist/${file}`, digest]),
      );
      const minifiedMap = {
        powmod: `${minified.url}dist/index.min.js`,
        'powmod/pool': `${minified.url}dist/pool.min.js`,
      };
      const files = {
        'mapped.html': page(map, 'powmod', 'powmod/pool'),
        'minified.html': page(minifiedMap, 'powmod', 'powmod/pool', integrity),
        'direct.html': page({}, map.powmod, map['powmod/pool']),
        'own.html': page({}, './dist/index.js', './dist/pool.js'),
        'broken.html': page({}, map.powmod, `${broken.url}dist/pool.js`),
      };
      for (const [name, html] of Object.entries(files)) await writeFile(join(folder, name), html);
      await symlink(join(PACKAGE, 'dist'), join(folder, 'dist'));
    });
    after(async () => {
      cdn.close();
      broken.close();
      minified.close();
      await rm(folder, { recursive: true });
    });

    for (const [name, policy, headers] of [
      ['mapped.html', WASM, {}],
      ['direct.html', WASM, {}],
      ['direct.html', WASM, ISOLATED],
      ['direct.html', `${WASM}; ${TYPES}`, {}],
    ] as const)
      test(`computes from another origin: ${name}, ${policy}, ${Object.keys(headers)}`, async (t) => {
        const { computed } = await open(t, name, policy, headers);
        assert.match(String(computed[0]), IS_KERNEL, computed.join(': '));
        assert.deepEqual([computed[1], computed[3]], ['486750', '24']);
      });

    test('takes four files from a CDN: two minified scripts, a kernel and the text of the worker', async (t) => {
      const { computed } = await open(t, 'minified.html', WASM);
      assert.match(String(computed[0]), IS_KERNEL, computed.join(': '));
      const files = ['index.min.js', `kernels/${computed[0]}.js`, 'pool.min.js', 'worker-text.js'];
      assert.deepEqual(
        [...requested].sort(),
        files.map((file) => `dist/${file}`),
      );
    });

    test('says that the worker does not load, and what can be done', async (t) => {
      const { computed } = await open(t, 'broken.html', WASM);
      assert.equal(computed[0], 'ERR_WORKER');
      assert.match(String(computed[1]), /its text could not be loaded .*import 'powmod\/worker'.*options\.worker/);
    });

    test('computes from its own origin under trusted types', async (t) => {
      const { computed } = await open(t, 'own.html', `${WASM}; ${TYPES}`);
      assert.match(String(computed[0]), IS_KERNEL, computed.join(': '));
    });

    test('computes by BigInt where the policy forbids WebAssembly, and asks for it twice at most', async (t) => {
      const { computed, blocked } = await open(t, 'own.html', WASM.replace(" 'wasm-unsafe-eval'", ''));
      assert.deepEqual(computed, ['bigint', '486750', 'bigint', '24']);
      // Once for the pool, and once for `init`. WebKit sends no report.
      if (visits.name !== 'webkit') await answering(async () => assert.notEqual(blocked.length, 0));
      assert.ok(blocked.length <= 2, blocked.join('\n'));
    });

    async function open(t: TestContext, name: string, policy: string, headers = {}) {
      const { page, server } = await visits.openFrom(t, servePage(folder, '/', { policy, headers }), name);
      const computed = await until<string[]>(page, 'globalThis.computed');
      return { computed, blocked: server.blocked };
    }
  });
}
