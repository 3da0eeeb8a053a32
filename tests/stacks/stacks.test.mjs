// npm run stacks: frameworks whose installation and builds take minutes, by their defaults, with the packed package. Only the
// weekly workflow runs them. The rows of the guide "Platforms" that other suites run are in tests/apps.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root, run as runProgram } from '../../crate/build/run.mjs';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { installLocked } from '../../workshop/locked.mjs';
import { program } from '../../workshop/programs/installed.mjs';
import { appsBeside, COMPUTE, computedBy, IMPORTED, SHOW, VALUES } from '../package/beside.mjs';
import { BLOB } from '../package/bundlers.mjs';
import { installPacked } from '../package/packed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The frameworks refuse Node 20. */
const node = join(root, 'workshop/engines/node_modules/node24/bin/node');
const env = { CI: 'true', NUXT_TELEMETRY_DISABLED: '1', EXPO_NO_TELEMETRY: '1', NG_CLI_ANALYTICS: 'false' };
const { inTools, open, close, write, run } = appsBeside(here, { node, env });

before(async () => {
  await installLocked(here, 'installing frameworks', ['--legacy-peer-deps']);
  const packed = await installPacked();
  await open(packed);
  await packed.remove();
});
after(close);

/** Writes an app, and runs the program that builds it, if one does. */
async function build(name, files, program, ...args) {
  const folder = await write(name, { 'package.json': { private: true, type: 'module' }, ...files });
  if (program) await run(inTools(program), args, folder);
  return folder;
}

/** Serves a built app, and checks its page. */
async function checkBuilt(folder) {
  const server = await servePage(folder, '/', { policy: BLOB });
  const computed = await computedBy(server.url).finally(() => server.close());
  assert.equal(computed, VALUES);
}

test('Nuxt: its built server and its page', async (t) => {
  const folder = await build(
    'nuxt',
    {
      'nuxt.config.ts': "export default { compatibilityDate: '2026-01-01', telemetry: false };",
      'app/app.vue':
        `<script setup>\n${IMPORTED}${COMPUTE}onMounted(() => { ${SHOW} });\n</script>\n` +
        '<template><p>powmod</p></template>\n',
      'server/api/values.get.ts': `${IMPORTED}${COMPUTE}export default defineEventHandler(compute);\n`,
    },
    'nuxt/bin/nuxt.mjs',
    'build',
  );
  const server = spawn(node, [join(folder, '.output/server/index.mjs')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill());
  const [line] = await once(server.stdout, 'data');
  const [address] = /http:\/\/\S+/.exec(line);
  assert.equal(await (await fetch(new URL('api/values', address))).text(), VALUES);
  assert.equal(await computedBy(address), VALUES);
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
      'src/main.ts': `${IMPORTED}${COMPUTE}declare global { var computed: string; }\n${SHOW}`,
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
      'index.js':
        "import { registerRootComponent } from 'expo';\n" +
        `${IMPORTED}${COMPUTE}${SHOW}registerRootComponent(() => null);\n`,
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
        `${IMPORTED}${COMPUTE}` + `test('computes', async () => expect(await compute()).toBe('${VALUES}'), 60_000);`,
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
