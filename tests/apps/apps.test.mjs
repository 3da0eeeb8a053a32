// Apps, each by a tool of its own, with the packed package: the rows of the guide "Bundlers, CDN, policies, workers" that
// tests/package and tests/page do not run.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { missing } from '../../workshop/programs/installed.mjs';
import { installPacked } from '../package/packed.mjs';
import { installTools, tools } from './install.mjs';

const PROOF = "import proof from 'powmod/examples/wesolowski-rsa2048.json';";
const inTools = (path) => join(tools, 'node_modules', path);

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installTools();
  packed = await installPacked();
});
after(() => packed?.remove());

const reactNative = process.platform !== 'linux' && 'the engine on npm is for Linux here';
test('React Native: Metro bundles, and Hermes computes by BigInt and refuses secrets', {
  skip: reactNative,
}, async () => {
  // The engine on npm is older than the preset: it has no classes and no `at`.
  await packed.write(
    'native/babel.config.js',
    `module.exports = ${JSON.stringify({
      presets: [inTools('@react-native/babel-preset')],
      plugins: [inTools('@babel/plugin-transform-classes')],
    })};`,
  );
  await packed.write(
    'native/at.js',
    `for (const { prototype } of [Array, Object.getPrototypeOf(Uint8Array)])
  prototype.at ??= function (i) { return this[i < 0 ? this.length + i : i]; };`,
  );
  await packed.write(
    'native/index.js',
    `import './at.js';
import { init } from 'powmod';
import { modPow } from 'powmod/bigint-mod-arith';
import * as alone from 'powmod/static';
import { verify } from 'powmod/verify';
${PROOF}
async function compute() {
  const pm = await init();
  const refused = [() => pm.modPowSecret(2n, new Uint8Array(2), 7n, { exponentBits: 16 }), () => pm.randomPrime(64)];
  const errors = refused.map((call) => { try { return call(); } catch ({ message }) { return message; } });
  const verdicts = [pm.verify(proof), await verify(proof), await alone.verify(proof)];
  return [pm.kernel, pm.modPow(3n, 65537n, 1000003n), modPow(2, 10, 1000n), ...verdicts, ...errors];
}
compute().then((values) => print(values.map(String).join('\\n')), (error) => print(error.stack));`,
  );
  await packed.write(
    'native/metro.cjs',
    `const Metro = require(${JSON.stringify(inTools('metro'))});
Metro.loadConfig({ cwd: __dirname }, {
  projectRoot: __dirname,
  watchFolders: [${JSON.stringify(join(packed.app, 'node_modules'))}, ${JSON.stringify(inTools(''))}],
  resolver: {
    nodeModulesPaths: [${JSON.stringify(inTools(''))}],
    unstable_conditionNames: ['react-native'], // as React Native's own configuration
    useWatchman: false,
  },
  reporter: { update() {} },
}).then((config) => Metro.runBuild(config, { entry: 'index.js', out: __dirname + '/out.js', platform: 'android', dev: false, minify: false }));`,
  );
  await packed.run(process.execPath, 'native/metro.cjs');
  const hermes = inTools('hermes-engine-cli/linux64-bin/hermes');
  const values = (await packed.run(hermes, 'native/out.js')).trim().split('\n');
  assert.deepEqual(values.slice(0, 6), ['bigint', '486750', '24', 'true', 'true', 'true']);
  assert.match(values[6], /need WebAssembly/);
  assert.match(values[7], /crypto\.getRandomValues is missing/);
});

test('Parcel: verification and the pool in a page', { skip: missing('chromium') }, async (t) => {
  const manifest = JSON.parse(await readFile(join(packed.app, 'package.json'), 'utf8'));
  manifest['@parcel/resolver-default'] = { packageExports: true };
  await packed.write('package.json', JSON.stringify(manifest));
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
  const options = ['--dist-dir', 'parcel/out', '--cache-dir', 'parcel/cache', '--no-autoinstall'];
  await packed.run(process.execPath, inTools('parcel/lib/bin.js'), 'build', 'parcel/index.html', ...options);
  const policy = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
  const server = await servePage(join(packed.app, 'parcel/out'), '/', { policy });
  t.after(() => server.close());
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.open(server.url);
  assert.deepEqual(await until(page, 'globalThis.computed'), ['486750', true]);
});

test('Next by Turbopack: the edge runtime by BigInt, and the pool in a route of the server', async (t) => {
  // Turbopack takes no file outside the folder that has Next in its node_modules.
  const folder = join(tools, 'target/next');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  t.after(() => rm(folder, { recursive: true }));
  await cp(join(packed.app, 'node_modules/powmod'), join(folder, 'node_modules/powmod'), { recursive: true });
  const files = {
    'package.json': '{ "private": true }',
    'next.config.js': `module.exports = { turbopack: { root: ${JSON.stringify(tools)} } };`,
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
    'app/pool/route.js': `import { createPool } from 'powmod/pool';
export const dynamic = 'force-dynamic';
export async function GET() {
  const pool = await createPool({ workers: 1 });
  const power = await pool.modPow(3n, 65537n, 1000003n);
  await pool.close();
  return Response.json(String(power));
}`,
  };
  for (const [name, text] of Object.entries(files)) await packed.write(join('next', name), text);
  await cp(join(packed.app, 'next'), folder, { recursive: true });

  const next = inTools('next/dist/bin/next');
  const options = {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const build = spawn(process.execPath, [next, 'build'], options);
  let output = '';
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(build, 'exit');
  assert.equal(code, 0, output);

  const port = await freePort();
  const server = spawn(process.execPath, [next, 'start', '--port', String(port)], { ...options, stdio: 'ignore' });
  t.after(() => server.kill());
  const answer = async (path) => {
    for (let tries = 0; ; tries++) {
      try {
        return await (await fetch(`http://127.0.0.1:${port}${path}`)).json();
      } catch (error) {
        if (tries === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  assert.deepEqual(await answer('/edge'), ['bigint', '486750', true]);
  assert.equal(await answer('/pool'), '486750');
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
