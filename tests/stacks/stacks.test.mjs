// npm run stacks: production builds of the ten most used stacks, by their defaults, with the packed package, in
// Chromium; and tools whose installation takes minutes. Only the weekly workflow runs them. The rows of the guide
// "Bundlers, CDN, policies, workers" that other suites run are in tests/apps, tests/package and tests/runtimes.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root, run as runProgram } from '../../crate/build/run.mjs';
import { answering, freePort, servePage } from '../../workshop/browsers/page-server.ts';
import { installLocked } from '../../workshop/locked.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { program } from '../../workshop/programs/installed.mjs';
import { appsBeside, COMPUTE, computedBy, IMPORTED, SHOW, VALUES } from '../package/beside.mjs';
import { BLOB, enforcing, servePageBy, TRUSTED } from '../package/bundlers.mjs';
import { installPacked } from '../package/packed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The frameworks refuse Node 20. */
const node = join(root, 'workshop/engines/node_modules/node24/bin/node');
const env = {
  ...{ CI: 'true', NUXT_TELEMETRY_DISABLED: '1', EXPO_NO_TELEMETRY: '1', NG_CLI_ANALYTICS: 'false' },
  ...{ NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1' },
};
const { inTools, open, close, write, run } = appsBeside(here, { node, env });

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installLocked(here, 'installing frameworks');
  packed = await installPacked();
  await open(packed);
});
after(async () => {
  await packed?.remove();
  await close();
});

/** The program of a page, as a module. */
const PAGE = `${IMPORTED}${COMPUTE}${SHOW}`;
/** The same in a component, which starts it in the browser alone. */
const inEffect = (start) => `${IMPORTED}${COMPUTE}${start}(() => { ${SHOW} });\n`;

/** Policies for pages of frameworks that write styles into them, and scripts too. */
const STYLED = `${BLOB}; style-src 'self' 'unsafe-inline'; img-src 'self' data:`;
const INLINE = STYLED.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
/** The worker starts from its file alone, and trusted types are enforced. */
const typed = (policy, ...names) => enforcing(policy.replace(' blob:', ''), ...names);

/** Writes an app, and runs the program that builds it, if one does. */
async function build(name, files, program, ...args) {
  const folder = await write(name, { 'package.json': { private: true, type: 'module' }, ...files });
  if (program) await run(inTools(program), args, folder);
  return folder;
}

/**
 * Stacks whose built pages any static host serves: their files; the tool's program and its arguments; the folder that
 * it makes; where in it the page is; and the page's policies, by default {@link BLOB}. Without one that enforces
 * trusted types, the tool's own code has no policy for its chunks.
 *
 * @type {Record<string, { files: Record<string, string | object>, run: string[], out: string, path?: string,
 *   policies?: string[] }>}
 */
const STACKS = {
  Next: {
    files: {
      // Turbopack takes no file outside the folder that has Next in its node_modules.
      'next.config.js': `export default { output: 'export', turbopack: { root: ${JSON.stringify(here)} } };`,
      'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
      'app/page.jsx': `'use client';
import { useEffect } from 'react';
${IMPORTED}${COMPUTE}export default function Page() {
  useEffect(() => { ${SHOW} }, []);
  return <p>powmod</p>;
}`,
    },
    run: ['next/dist/bin/next', 'build'],
    out: 'out',
    policies: [INLINE],
  },
  Angular: {
    files: {
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
              serve: { builder: '@angular/build:dev-server', options: { buildTarget: 'app:build' } },
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
      'src/index.html':
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>powmod</title><body></body></html>',
      'src/main.ts': `${IMPORTED}${COMPUTE}declare global { var computed: string; }\n${SHOW}`,
    },
    run: ['@angular/cli/bin/ng.js', 'build'],
    out: 'dist/app/browser',
    policies: [STYLED, enforcing(STYLED, 'angular')],
  },
  SvelteKit: {
    files: {
      'vite.config.js': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ adapter: adapter() })] };`,
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
      'src/routes/+layout.js': 'export const prerender = true;',
      'src/routes/+page.svelte': `<script>
import { onMount } from 'svelte';
${inEffect('onMount')}</script>
<p>powmod</p>`,
    },
    run: ['vite/bin/vite.js', 'build'],
    out: 'build',
    policies: [INLINE, typed(INLINE, 'svelte-trusted-html')],
  },
  Astro: {
    files: {
      'astro.config.mjs': 'export default {};',
      'src/pages/index.astro': `<html lang="en"><head><title>powmod</title></head><body><script>\n${PAGE}</script></body></html>`,
    },
    run: ['astro/bin/astro.mjs', 'build'],
    out: 'dist',
    policies: [INLINE, typed(INLINE)],
  },
  'React Router': {
    files: {
      'vite.config.js':
        `import { reactRouter } from '@react-router/dev/vite';\nexport default { plugins: ` + '[reactRouter()] };',
      'react-router.config.js': 'export default { ssr: false };',
      'app/routes.js': "import { index } from '@react-router/dev/routes';\nexport default [index('home.jsx')];",
      'app/root.jsx': `import { Outlet, Scripts } from 'react-router';
export const Layout = ({ children }) => <html lang="en"><body>{children}<Scripts /></body></html>;
export const HydrateFallback = () => <p>…</p>;
export default () => <Outlet />;`,
      'app/home.jsx': `import { useEffect } from 'react';\n${IMPORTED}${COMPUTE}export default function Home() {
  useEffect(() => { ${SHOW} }, []);
  return <p>powmod</p>;
}`,
    },
    run: ['@react-router/dev/bin.cjs', 'build'],
    out: 'build/client',
    policies: [INLINE, typed(INLINE)],
  },
  Expo: {
    files: {
      'package.json': { private: true, main: 'index.js' },
      'app.json': { expo: { name: 'powmod', slug: 'powmod', platforms: ['web'] } },
      'index.js': `import { registerRootComponent } from 'expo';\n${PAGE}registerRootComponent(() => null);\n`,
    },
    run: ['expo/bin/cli', 'export', '--platform', 'web'],
    out: 'dist',
    policies: [STYLED],
  },
  Storybook: {
    files: {
      '.storybook/main.js': "export default { framework: '@storybook/html-vite', stories: ['../*.stories.js'] };",
      'one.stories.js':
        `${IMPORTED}${COMPUTE}export default { title: 'powmod' };\nexport const One = () => { ` +
        `${SHOW} return 'powmod'; };`,
    },
    run: ['storybook/dist/bin/dispatcher.js', 'build', '--disable-telemetry', '--quiet'],
    out: 'storybook-static',
    path: 'iframe.html?id=powmod--one&viewMode=story',
    policies: [INLINE],
  },
};

for (const [
  name,
  {
    files,
    run: [program, ...args],
    out,
    path = '',
    policies = [BLOB],
  },
] of Object.entries(STACKS))
  test(`${name}, built for production`, async () => {
    const folder = await build(name.replace(' ', '-'), files, program, ...args);
    for (const policy of policies) {
      const server = await servePage(join(folder, out), '/', { policy });
      assert.equal(await computedBy(server.url + path).finally(() => server.close()), VALUES);
      assert.deepEqual(server.blocked, []);
    }
  });

/** As the pool's error says it, where the page has a policy of trusted types of its own. */
const OWN_WORKER = `import address from './worker.js?worker&url';
const policy = trustedTypes.createPolicy('app', { createScriptURL: (url) => url });
const worker = () => new Worker(policy.createScriptURL(address), { type: 'module' });
${PAGE.replace('{ workers: 1 }', '{ workers: 1, worker }')}`;

for (const [name, policy, what = '', program = PAGE] of [
  ['Vite', BLOB],
  ['Vite', typed(BLOB), ', trusted types'],
  ['Vite', typed(BLOB).replace('powmod', 'app'), ', trusted types by a policy of the page', OWN_WORKER],
  ['webpack, trusted types', TRUSTED],
])
  test(`${name}${what}, built for production`, async () => {
    await packed.write('src/index.js', program);
    await packed.write('src/worker.js', "import 'powmod/worker';");
    const server = await servePageBy(name, packed, {}, { policy });
    assert.equal(await computedBy(server.url).finally(() => server.close()), VALUES);
    assert.deepEqual(server.blocked, []);
  });

test('webpack without a policy for trusted types: the reason for each kernel', async () => {
  const show = SHOW.replace('String', '({ code, message }) => code + message');
  await packed.write('src/index.js', `${IMPORTED}${COMPUTE}${show}`);
  const server = await servePageBy('webpack', packed, {}, { policy: TRUSTED });
  // Three kernels that run here, and BigInt
  const refused = Array.from({ length: 4 }, () => /TrustedScriptURL/);
  const said = await computedBy(server.url, refused).finally(() => server.close());
  assert.match(said, /^ERR_LOADno kernel works here: /);
  assert.equal([...said.matchAll(/the kernel \w+ could not be loaded: [^;]*'TrustedScriptURL'/g)].length, 4, said);
  assert.match(said, /the kernel bigint could not be loaded: [^;]*$/);
});

/** The configuration that guide 12 shows, and what keeps a test quiet. */
const guide = await readFile(join(root, 'www/docs/guides/12-platforms.md'), 'utf8');
const { code: manifest } = blocksOf(guide).find(({ name }) => name === 'nuxt.config.ts');
const NUXT = {
  'nuxt.config.ts': manifest.replace(
    'defineNuxtConfig({',
    "$& compatibilityDate: '2026-01-01', telemetry: false, devtools: { enabled: false }, ignore: ['.output'],",
  ),
  'app/app.vue': `<script setup>\n${inEffect('onMounted')}</script>\n<template><p>powmod</p></template>\n`,
  'server/api/values.get.ts': `${IMPORTED}${COMPUTE}export default defineEventHandler(compute);\n`,
};

test('Nuxt, built for production: its server and its page, which prefetches nothing of the package', async (t) => {
  const folder = await build('nuxt', NUXT, 'nuxt/bin/nuxt.mjs', 'build');
  const server = spawn(node, [join(folder, '.output/server/index.mjs')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill());
  const [line] = await once(server.stdout, 'data');
  const [address] = /http:\/\/\S+/.exec(line);
  assert.equal(await (await fetch(new URL('api/values', address))).text(), VALUES);
  assert.equal(await computedBy(address), VALUES);
  const html = await (await fetch(address)).text();
  const linked = [...html.matchAll(/<link rel="(?:module)?pre(?:fetch|load)"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  const scripts = await Promise.all(linked.map(async (href) => (await fetch(new URL(href, address))).text()));
  assert.ok(linked.length > 0, 'its own scripts are linked');
  const kernels = join(packed.app, 'node_modules/powmod/dist/kernels');
  for (const file of (await readdir(kernels)).filter((name) => name.endsWith('.js'))) {
    const [, begin] = /'([^']{60})/.exec(await readFile(join(kernels, file), 'utf8'));
    assert.ok(!scripts.some((script) => script.includes(begin)), `${file} is fetched before it is asked for`);
  }
});

for (const [name, files, program, command] of [
  ['Angular', STACKS.Angular.files, '@angular/cli/bin/ng.js', 'serve'],
  ['Nuxt', NUXT, 'nuxt/bin/nuxt.mjs', 'dev'],
])
  test(`${name}, its development server, without a request that fails`, async (t) => {
    const folder = await build(`${name}-dev`, files);
    const port = await freePort();
    const server = spawn(node, [inTools(program), command, '--port', `${port}`, '--host', '127.0.0.1'], {
      cwd: folder,
      env: { ...process.env, ...env, NODE_ENV: undefined, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // with the programs that it starts
    });
    t.after(() => server.exitCode ?? server.signalCode ?? process.kill(-server.pid));
    const said = [text(server.stdout), text(server.stderr)];
    const url = `http://127.0.0.1:${port}/`;
    await answering(async () => assert.equal((await fetch(url)).status, 200));
    assert.equal(await computedBy(url), VALUES);
    process.kill(-server.pid, 'SIGTERM');
    assert.doesNotMatch((await Promise.all(said)).join(''), /optimizeDeps\.exclude/);
  });

test("Vitest's browser mode", async () => {
  await build(
    'vitest',
    {
      'vitest.config.js': `import { playwright } from '@vitest/browser-playwright';
const launchOptions = { executablePath: ${JSON.stringify(program('chromium'))}, args: ['--no-sandbox'] };
export default {
  test: {
    globals: true,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
};`,
      'one.test.js':
        `${IMPORTED}${COMPUTE}test('computes', async () => expect(await ` + `compute()).toBe('${VALUES}'), 60_000);`,
    },
    'vitest/vitest.mjs',
    'run',
  );
});

test('Bun 1.0.0, without DecompressionStream, by BigInt', async () => {
  const folder = await build('bun', {
    'index.js': `${IMPORTED}console.log(String((await init()).modPow(3n, 65537n, 1000003n)), await verify(proof));`,
  });
  const output = await runProgram(inTools('bun-1.0/bin/bun'), ['index.js'], { cwd: folder });
  assert.equal(output.trim(), '486750 true');
});
