// The package as a user gets it: packed, installed in an empty folder outside the repository, and used by every
// bundler.
import assert from 'node:assert/strict';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { missing } from '../../workshop/programs/installed.mjs';
import { bundlers, servePageBy } from './bundlers.mjs';
import { installPacked, root } from './packed.mjs';
import * as pool from './pool.mjs';
import { example, statedValues, telling } from './readme.mjs';

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  packed = await installPacked();
});
after(() => packed?.remove());

const manifest = async () => JSON.parse(await readFile(join(packed.app, 'node_modules/powmod/package.json'), 'utf8'));

describe('the tarball', () => {
  test('has every file that package.json names, and its licences', async () => {
    const { exports, bin, types, dependencies } = await manifest();
    assert.equal(dependencies, undefined, 'no runtime dependency');
    const targets = [exports, bin, types].flatMap(leaves).map((path) => path.replace(/^\.\//, ''));
    for (const target of targets) {
      const pattern = new RegExp(`^${target.replaceAll('.', '\\.').replace('*', '[^/]+')}$`);
      assert.ok(
        packed.files.some((file) => pattern.test(file)),
        target,
      );
    }
    for (const file of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'dist/kernels/SHA256SUMS'])
      assert.ok(packed.files.includes(file), file);
  });

  test('does not contain the path of the folder in which it was built', async () => {
    for (const file of packed.files) {
      const content = await readFile(join(packed.app, 'node_modules/powmod', file));
      assert.ok(!content.includes(root.slice(0, -1)), file);
    }
  });

  test('runs the command line', async () => {
    const command = join(packed.app, 'node_modules/.bin/powmod');
    assert.equal(await packed.run(command, 'pow', '2', '10', '1000'), '24\n');
  });

  test('can be loaded by `require`, if Node can require modules', {
    skip: !process.features.require_module,
  }, async () => {
    const program = "require('powmod').init().then((pm) => console.log(pm.modPow(2n, 10n, 1000n)))";
    assert.equal(await packed.run(process.execPath, '--eval', program), '24n\n');
  });

  for (const resolution of ['nodenext', 'bundler'])
    test(`has types for a strict user, with the resolution ${resolution}`, async () => {
      await copyFile(join(root, 'tests/package/user.ts'), join(packed.app, 'user.mts'));
      const options = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--types', '', '--target', 'es2022'];
      await packed.run(
        process.execPath,
        join(root, 'node_modules/typescript/bin/tsc'),
        ...options,
        ...['--lib', 'es2023,dom,esnext.disposable', '--moduleResolution', resolution],
        ...['--module', resolution === 'nodenext' ? 'nodenext' : 'esnext', 'user.mts'],
      );
    });
});

describe("the README's example", () => {
  test('runs in Node without changes', async () => {
    await packed.write('example.mjs', example);
    await packed.run(process.execPath, 'example.mjs');
  });

  test('computes the values that it states', async () => {
    assert.equal(statedValues.length, 7, 'every value that the example shows is compared');
    await packed.write('telling.mjs', `${telling}\nconsole.log(computed.join('\\n'));`);
    assert.deepEqual((await packed.run(process.execPath, 'telling.mjs')).trim().split('\n'), statedValues);
  });
});

describe('in Chromium', { skip: missing('chromium') }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  /** Tests that the program, in a page made by a bundler, computes these values without any error. */
  async function computes(t, values, { bundler, program, others }) {
    await packed.write('src/index.js', program);
    const server = await servePageBy(bundler, packed, others);
    t.after(() => server.close());
    const page = await browser.open(server.url);
    t.after(() => page.close());
    // One expression for both, because a dev server reloads the page when it finds a new dependency.
    const computed = await until(page, 'globalThis.isDone && globalThis.computed').catch((error) =>
      assert.deepEqual(page.errors(), [], String(error)),
    );
    assert.deepEqual(computed, values);
    assert.deepEqual(page.errors().filter(isOurs), []);
    assert.deepEqual(server.blocked, []);
  }

  for (const bundler of Object.keys(bundlers))
    test(`the README's example through ${bundler}`, (t) => computes(t, statedValues, { bundler, program: telling }));

  for (const bundler of ['none: a module script', 'Vite', 'esbuild, splitting'])
    test(`a page that verifies loads no prover, through ${bundler}`, (t) =>
      computes(t, ['true', 'true', 'false'], { bundler, program: verifying }));

  for (const bundler of ['Vite, its dev server', 'Vite', 'webpack'])
    test(`the pool through ${bundler}`, (t) => computes(t, pool.values, { bundler, program: pool.program('') }));

  for (const bundler of ['esbuild', 'esbuild, splitting', 'Rollup'])
    test(`the pool through ${bundler}, with a worker of its own`, (t) => {
      const program = pool.program("{ worker: () => new Worker('worker.js', { type: 'module' }) }");
      return computes(t, pool.values, { bundler, program, others: { worker: 'powmod/worker' } });
    });
});

/** Verifies a proof. Computes whether it is valid, whether a kernel was loaded, and whether a prover was loaded. */
const verifying = `import { init } from 'powmod';
import proof from 'powmod/examples/wesolowski-rsa2048.json' with { type: 'json' };

const pm = await init();
const valid = pm.verify(proof);
const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop());
const any = (pattern) => loaded.some((name) => pattern.test(name));
globalThis.computed = [valid, any(new RegExp(\`^\${pm.kernel}\\\\b(?!-prover)\`)), any(/-prover/)].map(String);
globalThis.isDone = true;
`;

/** Browsers request an icon of every page, which is not an error of ours. */
const isOurs = (error) => !/404/.test(error);

function leaves(value) {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves);
}
