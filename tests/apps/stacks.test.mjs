// npm run stacks: production builds of the ten most used stacks, by their defaults, with the packed package, in
// Chromium; and tools that take long to install or to run: Metro with Hermes, Parcel, servers of Next, Bun 1.0. Only
// the weekly workflow runs them. The rows of the guide "Bundlers, CDN, policies, workers" that other suites run are in
// apps.test.mjs, tests/package and tests/runtimes.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { root, run as runProgram } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { answering, freePort, servePage } from '../../workshop/browsers/page-server.ts';
import { blocksOf } from '../../workshop/markdown.mjs';
import { program } from '../../workshop/programs/installed.mjs';
import { appsBeside, COMPUTE, computedBy, IMPORTED, SHOW, VALUES } from './beside.mjs';
import { BLOB, enforcing, servePageBy, TRUSTED } from './bundlers.mjs';
import { ASKING_ONCE, bytesUntilAnswer, MOST } from './first-answer.mjs';
import { installTools, tools } from './install.mjs';
import { installPacked } from './packed.mjs';

const PROOF = "import proof from 'powmod/examples/wesolowski-rsa2048.json';";
/** The frameworks refuse Node 20. */
const node = join(root, 'workshop/engines/node_modules/node24/bin/node');
const env = {
  ...{ CI: 'true', NUXT_TELEMETRY_DISABLED: '1', EXPO_NO_TELEMETRY: '1', NG_CLI_ANALYTICS: 'false' },
  ...{ NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1' },
};
const { apps, withoutPackage, inTools, open, close, write, run } = appsBeside(tools, { node, env });

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installTools({ weekly: true });
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
      'next.config.js': `export default { output: 'export', turbopack: { root: ${JSON.stringify(tools)} } };`,
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

test('Metro for the web, a classic script', async () => {
  const folder = await write('metro', {
    'package.json': {},
    'index.js':
      `import { init } from 'powmod';\n` +
      'init().then(({ modPow }) => console.log(String(modPow(3n, 65537n, 1000003n))));',
    'babel.config.js': `module.exports = { presets: [${JSON.stringify(inTools('@react-native/babel-preset'))}] };`,
    'build.cjs': metro('web'),
  });
  await run('./build.cjs', [], folder);
  assert.equal((await withoutPackage(() => run('out.js', [], folder))).trim(), '486750');
});

const reactNative = process.platform !== 'linux' && 'the engine on npm is for Linux here';
test('React Native: Metro bundles, and Hermes computes by BigInt and refuses secrets', {
  skip: reactNative,
}, async () => {
  // The engine on npm is older than the preset: it has no classes and no `at`.
  const folder = await write('native', {
    'package.json': {},
    'babel.config.js': `module.exports = ${JSON.stringify({
      presets: [inTools('@react-native/babel-preset')],
      plugins: [inTools('@babel/plugin-transform-classes')],
    })};`,
    'at.js': `for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array)])
  prototype.at ??= function (i) { return this[i < 0 ? this.length + i : i]; };`,
    'index.js': `import './at.js';
import { init } from 'powmod';
import { modPow } from 'powmod/bigint-mod-arith';
import { init as initPowers } from 'powmod/powers';
import * as alone from 'powmod/static';
import { verify } from 'powmod/verify';
${PROOF}
async function compute() {
  const pm = await init();
  const refused = [() => pm.modPowSecret(2n, new Uint8Array(2), 7n, { exponentBits: 16 }), () => pm.randomPrime(64)];
  const errors = refused.map((call) => { try { return call(); } catch ({ message }) { return message; } });
  const verdicts = [pm.verify(proof), await verify(proof), await alone.verify(proof)];
  const powers = await initPowers();
  const results = [pm.modPow(3n, 65537n, 1000003n), powers.modPow(3n, 65537n, 1000003n), modPow(2, 10, 1000n)];
  return [pm.kernel, ...results, ...verdicts, ...errors];
}
compute().then((values) => print(values.map(String).join('\\n')), (error) => print(error.stack));`,
    'build.cjs': metro('android'),
  });
  await run('./build.cjs', [], folder);
  const hermes = inTools('hermes-engine-cli/linux64-bin/hermes');
  const values = (await packed.run(hermes, join(folder, 'out.js'))).trim().split('\n');
  assert.deepEqual(values.slice(0, 7), ['bigint', '486750', '486750', '24', 'true', 'true', 'true']);
  assert.match(values[7], /need WebAssembly/);
  assert.match(values[8], /crypto\.getRandomValues is missing/);
});

describe('Parcel, in a page', () => {
  const LINE = '"@parcel/resolver-default": { "packageExports": true }';

  /** Builds an app with this line of package.json. */
  async function build(line) {
    const manifest = JSON.parse(await readFile(join(packed.app, 'package.json'), 'utf8'));
    delete manifest['@parcel/resolver-default'];
    await packed.write('package.json', JSON.stringify({ ...manifest, ...JSON.parse(`{${line}}`) }));
    await packed.write(
      'parcel/index.html',
      '<!doctype html><meta charset="utf-8"><title>powmod</title><script type="module" src="./index.js"></script>',
    );
    await packed.write(
      'parcel/index.js',
      `import { createPool } from 'powmod/pool';
import { verify } from 'powmod/verify';
${PROOF}
async function compute() {
  const pool = await createPool({ workers: 1 });
  const values = [String(await pool.modPow(3n, 65537n, 1000003n)), await verify(proof)];
  await pool.close();
  return values;
}
compute().catch(String).then((values) => (globalThis.computed = values));`,
    );
    // Parcel fails by what it kept of a build with another line.
    for (const made of ['out', 'cache']) await rm(join(packed.app, 'parcel', made), { recursive: true, force: true });
    const options = ['--dist-dir', 'parcel/out', '--cache-dir', 'parcel/cache', '--no-autoinstall'];
    await packed.run(node, inTools('parcel/lib/bin.js'), 'build', 'parcel/index.html', ...options);
  }

  /** What the page of the last build computes, where workers may come from there. */
  async function computedWith(t, workers, ...refused) {
    const policy = `script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src ${workers}`;
    const server = await servePage(join(packed.app, 'parcel/out'), '/', { policy });
    t.after(() => server.close());
    return computedBy(server.url, refused);
  }

  test('verification and the pool', async (t) => {
    await build(LINE);
    assert.deepEqual(await computedWith(t, "'self'"), ['486750', true]);
  });

  test("without its line, by the worker's text, or the pool's error names the line", async (t) => {
    await build('');
    assert.deepEqual(await computedWith(t, 'blob:'), ['486750', true]);
    const error = await computedWith(t, "'self'", /Creating a worker from 'blob:/);
    assert.ok(error.includes(`Parcel needs in package.json ${LINE}`), `${error} lacks ${LINE}`);
  });
});

/** The page, by other tools than those of tests/package. */
const HTML = (script) =>
  `<!doctype html><meta charset="utf-8"><title>powmod</title><script type="module" src="${script}"></script>`;
const RSPACK = `import { rspack } from '@rspack/core';
const compiler = rspack({ mode: 'production', entry: './index.js', output: { path: \`\${process.cwd()}/out\` } });
compiler.run((error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'));
  compiler.close(() => {});
});`;

test('Rspack, trusted types, built for production', async () => {
  const output = "output: { trustedTypes: { policyName: 'rspack' },";
  const files = {
    'build.mjs': RSPACK.replace('output: {', output),
    'index.js': PAGE,
    'out/index.html': HTML('main.js'),
  };
  const folder = await write('rspack-typed', { 'package.json': { private: true, type: 'module' }, ...files });
  await run('./build.mjs', [], folder);
  for (const policy of [BLOB, enforcing(BLOB, 'rspack'), typed(BLOB, 'rspack')]) {
    const server = await servePage(join(folder, 'out'), '/', { policy });
    assert.equal(await computedBy(server.url).finally(() => server.close()), VALUES, policy);
    assert.deepEqual(server.blocked, [], policy);
  }
});

for (const [name, files, program, ...args] of [
  ['Rspack', { 'build.mjs': RSPACK, 'out/index.html': HTML('main.js') }, './build.mjs'],
  [
    'Parcel',
    {
      'package.json': { private: true, '@parcel/resolver-default': { packageExports: true } },
      'index.html': HTML('./index.js'),
    },
    ...[inTools('parcel/lib/bin.js'), 'build', 'index.html'],
    ...['--dist-dir', 'out', '--cache-dir', 'cache', '--no-autoinstall'],
  ],
])
  test(`the script of \`modPow\` has at most ${MOST} bytes until its answer, through ${name}`, async (t) => {
    const manifest = { private: true, type: 'module' };
    const folder = await write(`first-${name}`, { 'package.json': manifest, 'index.js': ASKING_ONCE, ...files });
    await run(program, args, folder);
    const server = await servePage(join(folder, 'out'), '/', {
      policy: "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'",
    });
    t.after(() => server.close());
    const browser = await launch();
    t.after(() => browser.close());
    const page = await browser.open(server.url);
    assert.equal(await until(page, 'globalThis.computed'), '1');
    const { size, paths } = await bytesUntilAnswer(page, join(folder, 'out'));
    assert.ok(paths.length > 0);
    t.diagnostic(`${size} bytes in ${paths.length} files`);
    assert.ok(size <= MOST, `${size} bytes: ${paths}`);
    assert.deepEqual(page.errors(), []);
  });

test('Next by Turbopack, standalone: the edge runtime by BigInt, and the pool in a route of the server', async (t) => {
  const folder = await write('standalone', {
    'package.json': { private: true },
    'next.config.js': `module.exports = { output: 'standalone', turbopack: { root: ${JSON.stringify(tools)} } };`,
    'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
    'app/page.jsx': 'export default () => <p>powmod</p>;',
    'app/edge/route.js': `import { init } from 'powmod';
import { verify } from 'powmod/verify';
${PROOF}
export const runtime = 'edge';
export async function GET() {
  const pm = await init();
  return Response.json([pm.kernel, String(pm.modPow(3n, 65537n, 1000003n)), await verify(proof)]);
}`,
    'app/sync/route.js': `import { initSync } from 'powmod';
export const dynamic = 'force-dynamic';
export async function GET() {
  try {
    return Response.json(String(initSync().modPow(3n, 65537n, 1000003n)));
  } catch (error) {
    return Response.json(error.message);
  }
}`,
    'app/pool/route.js': `import { createPool } from 'powmod/pool';
export const dynamic = 'force-dynamic';
export async function GET() {
  const pool = await createPool({ workers: 1 });
  const power = await pool.modPow(3n, 65537n, 1000003n);
  await pool.close();
  return Response.json(String(power));
}`,
  });
  await run(inTools('next/dist/bin/next'), ['build'], folder);

  // The server runs where nothing else of the app is.
  const away = `${folder}-deployed`;
  await rename(join(folder, '.next/standalone'), away);
  await withoutPackage(async () => {
    const port = await freePort();
    const server = spawn(node, [join(away, 'target/standalone/server.js')], {
      cwd: away,
      env: { ...process.env, NODE_ENV: undefined, PORT: String(port), HOSTNAME: '127.0.0.1' },
      stdio: 'ignore',
    });
    t.after(() => server.kill());
    const answer = (path) => answering(async () => (await fetch(`http://127.0.0.1:${port}${path}`)).json());
    assert.deepEqual(await answer('/edge'), ['bigint', '486750', true]);
    assert.equal(await answer('/pool'), '486750');
    assert.match(await answer('/sync'), /use init or powmod\/static$/);
  });
});

const NATIVE_FIELDS =
  "unstable_conditionNames: ['react-native'], resolverMainFields: ['react-native', 'browser', 'main'],";

/**
 * A program that bundles index.js to out.js. React Native's own configuration has its condition; the web's is Metro's.
 */
function metro(platform) {
  return `const Metro = require(${JSON.stringify(inTools('metro'))});
Metro.loadConfig({ cwd: __dirname }, {
  projectRoot: __dirname,
  cacheStores: [], // those of an earlier version of the tools
  fileMapCacheDirectory: __dirname,
  watchFolders: ${JSON.stringify([apps, inTools('')])},
  resolver: {
    nodeModulesPaths: [${JSON.stringify(inTools(''))}],
    ${platform === 'web' ? '' : NATIVE_FIELDS}
    useWatchman: false,
  },
  reporter: { update() {} },
}).then((config) => Metro.runBuild(config, {
  entry: 'index.js', out: __dirname + '/out.js', platform: '${platform}', dev: false, minify: false,
}));`;
}
