// Apps, each by a tool of its own, with the packed package: the rows of the guide "Bundlers, CDN, policies, workers"
// that tests/package, tests/page and stacks.test.mjs do not run.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { servePage } from '../../workshop/browsers/page-server.ts';
import { missing } from '../../workshop/programs/installed.mjs';
import { leftOut } from '../support/left-out.mjs';
import { appsBeside, COMPUTE, computedBy, IMPORTED, SHOW, VALUES } from './beside.mjs';
import { BLOB, devServer, viteBuild } from './bundlers.mjs';
import { installTools, tools } from './install.mjs';
import { installPacked } from './packed.mjs';

const { withoutPackage, inTools, open, close, write, run } = appsBeside(tools);

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installTools();
  packed = await installPacked();
  await open(packed);
});
after(async () => {
  await packed?.remove();
  await close();
});

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
 * @type {Record<string, { files: Record<string, string | object>, run: string[], script?: string }>}
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
      'build.cjs': `require(${JSON.stringify(inTools('webpack'))})(
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
    },
  ] of Object.entries(APPS))
    test(name, async () => {
      const folder = await write(name.replace(/\W+/g, '-'), { 'package.json': {}, ...files });
      await run(/^[./]/.test(program) ? program : inTools(program), args, folder);
      if (script) assert.equal((await withoutPackage(() => run(script, [], folder))).trim(), VALUES);
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
