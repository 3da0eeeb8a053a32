// Apps, each by a tool of its own, with the packed package: the rows of the guide "Bundlers, CDN, policies, workers"
// that tests/package and tests/page do not run.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../../crate/build/run.mjs';
import { answering, freePort, servePage } from '../../workshop/browsers/page-server.ts';
import { installLocked } from '../../workshop/locked.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { appsBeside, COMPUTE, computedBy, IMPORTED, SHOW, VALUES } from '../package/beside.mjs';
import { BLOB, devServer, viteBuild } from '../package/bundlers.mjs';
import { installPacked } from '../package/packed.mjs';
import { leftOut } from '../support/left-out.mjs';

const PROOF = "import proof from 'powmod/examples/wesolowski-rsa2048.json';";
const tools = fileURLToPath(new URL('.', import.meta.url));
/** The tools find one another in the folder of all tools, as Next asks too. */
const { apps, inTools, open, close, write, run } = appsBeside(tools, { env: { NEXT_TELEMETRY_DISABLED: '1' } });

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installLocked(tools, 'installing tools that make apps', ['--no-save'], 'install');
  packed = await installPacked();
  await open(packed);
});
after(async () => {
  await packed?.remove();
  await close();
});

/** Runs `use` where the apps have no package beside them. */
async function withoutPackage(use) {
  const [there, away] = ['node_modules', 'away'].map((path) => join(apps, path));
  await rename(there, away);
  try {
    return await use();
  } finally {
    await rename(away, there);
  }
}

const PRINT = 'compute().then(console.log, (error) => { console.error(error); process.exitCode = 1; });';
const REQUIRED = IMPORTED.replaceAll(/import (.*) from (.*);/g, 'const $1 = require($2);');
const MODULE = `${IMPORTED}${COMPUTE}${PRINT}`;
const TEST = `${COMPUTE}test('computes', async () => expect(await compute()).toBe(${JSON.stringify(VALUES)}), 60_000);`;
const jest = (options, test = REQUIRED + TEST) => ({
  files: { 'package.json': { jest: { transform: {}, ...options } }, 'one.test.js': test },
  run: ['jest/bin/jest.js', '--ci', '--watchman=false'],
});

/**
 * Programs of each tool: their files; the tool's program and its arguments; the script that it makes, which then runs
 * without the package beside it, and prints the values. Else a green run of the tool is the check.
 *
 * @type {Record<string, { files: Record<string, string | object>, run: string[], script?: string, prints?: string }>}
 */
const APPS = {
  'Jest in Node': jest({ testEnvironment: 'node' }),
  'Jest in jsdom': jest({ testEnvironment: 'jsdom' }),
  "Jest with React Native's conditions": jest(
    { testEnvironment: 'node', testEnvironmentOptions: { customExportConditions: ['require', 'react-native'] } },
    `const { initSync } = require('powmod');
test('computes', () => expect(initSync().modPow(3n, 65537n, 1000003n)).toBe(486750n));`,
  ),
  'Vitest in happy-dom': {
    files: { 'one.test.js': IMPORTED + TEST },
    run: ['vitest/vitest.mjs', 'run', '--globals', '--environment=happy-dom', '--root=.'],
  },
  'webpack for Node': {
    files: {
      'index.js': MODULE,
      'build.cjs': `require(${JSON.stringify(join(root, 'node_modules/webpack'))})(
  { context: __dirname, entry: './index.js', mode: 'production', target: 'node',
    optimization: { minimize: false }, output: { path: __dirname + '/out' } },
  (error, stats) => { if (error || stats.hasErrors()) throw error ?? stats.toString('errors-only'); },
);`,
    },
    run: ['./build.cjs'],
    script: 'out/main.js',
  },
  'ncc, a single file': {
    files: { 'index.js': MODULE },
    run: ['@vercel/ncc/dist/ncc/cli.js', 'build', 'index.js', '-o', 'out'],
    script: 'out/index.js',
  },
  'Metro for the web, a classic script': {
    files: {
      'index.js':
        `import { init } from 'powmod';\n` +
        'init().then(({ modPow }) => console.log(String(modPow(3n, 65537n, 1000003n))));',
      'babel.config.js': `module.exports = { presets: [${JSON.stringify(inTools('@react-native/babel-preset'))}] };`,
      'build.cjs': metro('web'),
    },
    run: ['./build.cjs'],
    script: 'out.js',
    prints: '486750',
  },
  'SES, after lockdown': {
    files: {
      'index.mjs': `import 'ses';
lockdown();
const { init, toBytes } = await import('powmod');
const { createPool } = await import('powmod/pool');
const { verify } = await import('powmod/verify');
const EXAMPLE = 'powmod/examples/wesolowski-rsa2048.json';
const { default: proof } = await import(EXAMPLE, { with: { type: 'json' } });
${COMPUTE}const values = await compute();\nif (values !== '${VALUES}') throw new Error(values);`,
    },
    run: ['./index.mjs'],
  },
};

describe('an app of', () => {
  for (const [
    name,
    {
      files,
      run: [program, ...args],
      script,
      prints = VALUES,
    },
  ] of Object.entries(APPS))
    test(name, async () => {
      const folder = await write(name.replace(/\W+/g, '-'), { 'package.json': {}, ...files });
      await run(/^[./]/.test(program) ? program : inTools(program), args, folder);
      if (script) assert.equal((await withoutPackage(() => run(script, [], folder))).trim(), prints);
    });
});

describe('in Chromium', { skip: leftOut(missing('chromium')) }, () => {
  for (const version of ['vite-5', 'vite-7'])
    for (const [what, serve] of [
      ['its dev server', devServer],
      [
        'its build',
        async (vite, packed) => {
          await viteBuild(vite, packed, `out-${version}`);
          return servePage(join(packed.app, `out-${version}`), '/', { policy: BLOB });
        },
      ],
    ])
      test(`the pool by ${version}, ${what}`, async (t) => {
        await packed.write('src/index.js', `${IMPORTED}${COMPUTE}${SHOW}`);
        const server = await serve(await import(version), packed);
        t.after(() => server.close());
        assert.equal(await computedBy(server.url), VALUES);
      });
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

describe('Parcel, in a page', { skip: leftOut(missing('chromium')) }, () => {
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
    await packed.run(process.execPath, inTools('parcel/lib/bin.js'), 'build', 'parcel/index.html', ...options);
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

test('Next by Turbopack, standalone: the edge runtime by BigInt, and the pool in a route of the server', async (t) => {
  // Turbopack takes no file outside the folder that has Next in its node_modules.
  const folder = await write('next', {
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
    const server = spawn(process.execPath, [join(away, 'target/next/server.js')], {
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
