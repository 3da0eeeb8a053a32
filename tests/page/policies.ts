// `powmod/verify` in a page of a few lines: under two content security policies, and where the page has no frames.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { KERNEL } from '../../workshop/kernels.js';
import { settled, type Visits } from './visits.ts';

const WITH_WASM = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";
export const WITHOUT_WASM = "script-src 'self'";

const PROGRAM = `import * as powmod from 'powmod/verify';
import proof from 'powmod/examples/wesolowski-rsa2048.json';

// The query says that nobody sees the page, so that it has no frames.
if (location.search) globalThis.requestAnimationFrame = () => 0;
globalThis.verdicts = async () => {
  const { kernel } = powmod;
  const wrong = { ...proof, iterations: proof.iterations + 1 };
  return [kernel, await powmod.verify(proof), await powmod.verify(wrong)];
};
globalThis.kernel = () => powmod.kernel;
globalThis.first = await verdicts();`;

export function testPolicies(visits: Visits) {
  test('the page has a policy in itself, and works under it where the host sends none', async (t) => {
    const { page } = await visits.openPage(t, { policy: "img-src 'self'" });
    await until(page, settled('#example-results'));
    assert.deepEqual(page.errors(), []);
    await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.head.append(script);
    })()`);
    assert.equal(await page.evaluate("'injected' in globalThis"), false);
  });

  describe('powmod/verify', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'powmod-policy-'));
      await build({
        stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL('.', import.meta.url)), sourcefile: 'page.js' },
        bundle: true,
        minify: true,
        splitting: true,
        format: 'esm',
        outdir: folder,
        entryNames: 'page',
        chunkNames: '[name]-[hash]',
        // esbuild warns about packages that are linked, as ours is here.
        logOverride: { 'ignored-bare-import': 'silent' },
      });
      const html =
        '<!doctype html><meta charset="utf-8"><title>powmod</title><link rel="icon" href="data:,">' +
        '<script type="module" src="page.js"></script>';
      await writeFile(join(folder, 'index.html'), html);
    });
    after(() => rm(folder, { recursive: true }));

    test(`verifies by its fastest kernel under ${WITH_WASM}`, async (t) => {
      const { page, server } = await open(t, WITH_WASM);
      assert.deepEqual(await until(page, 'globalThis.first'), ['bigint', true, false]);
      await until(page, `kernel() !== 'bigint'`);
      const [kernel, ...verdicts] = await page.evaluate<[string, ...boolean[]]>('verdicts()');
      assert.match(kernel, new RegExp(`^${KERNEL}$`));
      assert.deepEqual(verdicts, [true, false]);
      assert.deepEqual(page.errors(), []);
      assert.deepEqual(server.blocked, []);
    });

    test(`verifies by BigInt under ${WITHOUT_WASM}`, async (t) => {
      const { page, server } = await open(t, WITHOUT_WASM);
      assert.deepEqual(await until(page, 'globalThis.first'), ['bigint', true, false]);
      await until(page, `performance.getEntriesByType('resource').some(({ name }) => name.includes('/fast-'))`);
      assert.deepEqual(await page.evaluate('verdicts()'), ['bigint', true, false]);
      for (const report of server.blocked) assert.match(report, /wasm-eval/);
      assert.ok(server.blocked.length <= 1, server.blocked.join('\n')); // WebKit sends none
    });

    test('loads its fastest kernel also where the page has no frames', async (t) => {
      const { page } = await open(t, WITH_WASM, '?no-frames');
      await until(page, `globalThis.kernel && kernel() !== 'bigint'`);
    });

    const open = (t: TestContext, policy: string, query = '') =>
      visits.openFrom(t, servePage(folder, '/', { policy }), query);
  });
}
