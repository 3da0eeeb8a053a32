// npm run stacks: frameworks whose installation and builds take minutes, by their defaults, with the packed package. Only the
// weekly workflow runs them. The rows of the guide "Platforms" that other suites run are in tests/apps.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { installLocked } from '../../workshop/locked.mjs';
import { program } from '../../workshop/programs/installed.mjs';
import { BLOB } from '../package/bundlers.mjs';
import { installPacked, root } from '../package/packed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The frameworks find one another in the folder above their apps. */
const apps = join(here, 'target');
/** The frameworks refuse Node 20. */
const node = join(root, 'workshop/engines/node_modules/node24/bin/node');
const inTools = (path) => join(here, 'node_modules', path);

const IMPORTS = `import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { verify } from 'powmod/verify';
import proof from 'powmod/examples/wesolowski-rsa2048.json';
`;
const COMPUTE = `async function compute() {
  const { modPow } = await init();
  const pool = await createPool({ workers: 1 });
  const values = [modPow(3n, 65537n, 1000003n), await pool.modPow(3n, 65537n, 1000003n), await verify(proof)];
  await pool.close();
  return values.join();
}
`;
const VALUES = '486750,486750,true';
const SHOW = 'compute().catch(String).then((values) => { globalThis.computed = values; });\n';

before(async () => {
  await installLocked(here, 'installing frameworks', ['--legacy-peer-deps']);
  await rm(apps, { recursive: true, force: true });
  const packed = await installPacked();
  await cp(join(packed.app, 'node_modules/powmod'), join(apps, 'node_modules/powmod'), { recursive: true });
  await packed.remove();
});
after(() => rm(apps, { recursive: true, force: true }));

/** Writes an app, and runs the program that builds it, if one does. */
async function build(name, files, program, ...args) {
  const folder = join(apps, name);
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true, "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
  }
  if (!program) return folder;
  const { NODE_TEST_CONTEXT, NODE_ENV, ...rest } = process.env;
  const env = { ...rest, CI: 'true', NUXT_TELEMETRY_DISABLED: '1', EXPO_NO_TELEMETRY: '1', NG_CLI_ANALYTICS: 'false' };
  await promisify(execFile)(node, [inTools(program), ...args], { cwd: folder, env }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return folder;
}

/** Opens a page, and checks the values that the page computes. */
async function checkPage(url) {
  const browser = await launch();
  try {
    const page = await browser.open(url);
    const values = await until(page, 'globalThis.computed');
    assert.equal(values, VALUES, page.errors().join('\n'));
  } finally {
    await browser.close();
  }
}

/** Serves a built app, and checks its page. */
async function checkBuilt(folder) {
  const server = await servePage(folder, '/', { policy: BLOB });
  await checkPage(server.url).finally(() => server.close());
}

test('Nuxt: its built server and its page', async (t) => {
  const folder = await build(
    'nuxt',
    {
      'nuxt.config.ts': "export default { compatibilityDate: '2026-01-01', telemetry: false };",
      'app/app.vue': `<script setup>\n${IMPORTS}${COMPUTE}onMounted(() => { ${SHOW} });\n</script>\n<template><p>powmod</p></template>\n`,
      'server/api/values.get.ts': `${IMPORTS}${COMPUTE}export default defineEventHandler(compute);\n`,
    },
    'nuxt/bin/nuxt.mjs',
    'build',
  );
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1' };
  const server = spawn(node, [join(folder, '.output/server/index.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill());
  const [line] = await once(server.stdout, 'data');
  const [address] = /http:\/\/\S+/.exec(line);
  assert.equal(await (await fetch(new URL('api/values', address))).text(), VALUES);
  await checkPage(address);
});

test('Angular: ng build', async () => {
  const folder = await build(
    'angular',
    {
      'angular.json': {
        version: 1,
        projects: {
          app: {
            projectType: 'application',
            root: '',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: { browser: 'src/main.ts', index: 'src/index.html', tsConfig: 'tsconfig.json' },
              },
            },
          },
        },
      },
      'tsconfig.json': {
        compilerOptions: {
          target: 'es2022',
          module: 'preserve',
          strict: true,
          resolveJsonModule: true,
          skipLibCheck: true,
        },
        files: ['src/main.ts'],
      },
      'src/index.html': '<!doctype html><html lang="en"><title>powmod</title><body></body></html>',
      'src/main.ts': `${IMPORTS}${COMPUTE}declare global { var computed: string; }\n${SHOW}`,
    },
    '@angular/cli/bin/ng.js',
    'build',
  );
  await checkBuilt(join(folder, 'dist/app/browser'));
});

test('Expo: its export for the web', async () => {
  const folder = await build(
    'expo',
    {
      'package.json': { private: true, main: 'index.js' },
      'app.json': { expo: { name: 'powmod', slug: 'powmod', platforms: ['web'] } },
      'index.js': `import { registerRootComponent } from 'expo';\n${IMPORTS}${COMPUTE}${SHOW}registerRootComponent(() => null);\n`,
    },
    'expo/bin/cli',
    ...['export', '--platform', 'web'],
  );
  await checkBuilt(join(folder, 'dist'));
});

test("Vitest's browser mode", async () => {
  await build(
    'vitest',
    {
      'vitest.config.js': `import { playwright } from '@vitest/browser-playwright';
const launchOptions = { executablePath: ${JSON.stringify(program('chromium'))}, args: ['--no-sandbox'] };
export default {
  test: { globals: true, browser: { enabled: true, headless: true, provider: playwright({ launchOptions }), instances: [{ browser: 'chromium' }] } },
};`,
      'one.test.js': `${IMPORTS}${COMPUTE}test('computes', async () => expect(await compute()).toBe('${VALUES}'), 60_000);`,
    },
    'vitest/vitest.mjs',
    'run',
  );
});

test('Bun 1.0.0, without DecompressionStream, by BigInt', async () => {
  const folder = await build('bun', {
    'index.js': `${IMPORTS}console.log(String((await init()).modPow(3n, 65537n, 1000003n)), await verify(proof));`,
  });
  const { stdout } = await promisify(execFile)(inTools('bun-1.0/bin/bun'), ['index.js'], { cwd: folder });
  assert.equal(stdout.trim(), '486750 true');
});
