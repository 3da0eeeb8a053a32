// The package as a user gets it: packed, installed in an empty folder outside the repository, and used by every
// bundler.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packedDocument } from '../../crate/build/documents.mjs';
import { checkReleasable } from '../../crate/build/releasable.mjs';
import { root, run } from '../../crate/build/run.mjs';
import { launch } from '../../workshop/browsers/chromium.ts';
import { until } from '../../workshop/browsers/driver.ts';
import {
  bunProgram,
  DENO_OPTIONS,
  denoProgram,
  missingProgram,
  nodeProgram,
  workerdProgram,
} from '../../workshop/engines/engines.mjs';
import { serveWorker } from '../../workshop/engines/workerd.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { BLOB, bundlers, bundleScript, folderOf, servePageBy, TRUSTED } from '../apps/bundlers.mjs';
import { ASKING_ONCE, bytesUntilAnswer, MOST, POWER } from '../apps/first-answer.mjs';
import { installTools } from '../apps/install.mjs';
import { installPacked } from '../apps/packed.mjs';
import { leftOut } from '../support/left-out.mjs';
import * as commonJs from './commonjs.mjs';
import * as pool from './pool.mjs';
import { alone, example, statedValues, telling } from './readme.mjs';
import * as script from './script.mjs';
import { compilations, compile, compileGuides, hovers } from './types.mjs';

/** @type {Awaited<ReturnType<typeof installPacked>>} */
let packed;
before(async () => {
  await installTools();
  packed = await installPacked();
});
after(() => packed?.remove());

const manifest = async () => JSON.parse(await readFile(join(packed.app, 'node_modules/powmod/package.json'), 'utf8'));

describe('the tarball', () => {
  test('has every file that package.json names, and its licences', async () => {
    const { exports, main, module, unpkg, jsdelivr, bin, types, typesVersions, dependencies } = await manifest();
    assert.equal(dependencies, undefined, 'no runtime dependency');
    const targets = [exports, main, module, unpkg, jsdelivr, bin, types, typesVersions]
      .flatMap(leaves)
      .map((path) => path.replace(/^\.\//, ''));
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

  test('has a README without what only a clone has', async () => {
    const readme = await readFile(join(packed.app, 'node_modules/powmod/README.md'), 'utf8');
    assert.ok(readme.includes('## How fast') && !readme.includes('npm start') && !readme.includes('npm test'));
  });

  test('is at most 4.4 MB, unpacked', () => assert.ok(packed.unpackedSize <= 4.4e6, `${packed.unpackedSize} bytes`));

  test('does not contain the path of the folder in which it was built', async () => {
    for (const file of packed.files) {
      const content = await readFile(join(packed.app, 'node_modules/powmod', file));
      assert.ok(!content.includes(root), file);
    }
  });

  test('has the guides, and documents whose links lead to files of the package', async () => {
    const documents = packed.files.filter((file) => /^(guides\/)?[^/]*\.md$/.test(file));
    assert.ok(documents.includes('guides/12-platforms.md'));
    for (const file of documents) {
      const text = await readFile(join(packed.app, 'node_modules/powmod', file), 'utf8');
      for (const [link, target] of text.matchAll(/\]\((?!https:|#)([^)\s#]+)[^)\s]*\)/g)) {
        const path = posix.join(posix.dirname(file), target);
        const isThere = packed.files.some((one) => one === path || one.startsWith(`${path}/`));
        assert.ok(isThere, `${file}: ${link}`);
      }
    }
    const repository = { url: 'git+https://git.example/powmod.git' };
    assert.equal(
      packedDocument('[Report](bench/REPORT.md), [npm](https://npm.example)', { version: '1.2.3', repository }),
      '[Report](https://git.example/powmod/blob/v1.2.3/bench/REPORT.md), [npm](https://npm.example)',
    );
    const table = '<!--=keys-->\n| a |\nA b<!--=size.powers-->.\n![c](c.svg)';
    assert.equal(packedDocument(table, { version: '1.2.3' }), '| a |\nA b.\n');
  });

  test('is released only with its addresses, its tag and its changes', async () => {
    await assert.rejects(run(process.execPath, ['crate/release.mjs', '--tag', 'v0']), /--tag: must be v\d/);
    const addresses = { repository: 'r', homepage: 'https://home.example/', bugs: 'b' };
    const right = {
      manifest: { version: '1.2.3', ...addresses },
      readme: 'The [demo page](https://home.example/).',
      changelog: '# Changelog\n\n## 1.2.3\n\n## 1.2.2\n',
      tag: 'v1.2.3',
      crates: ['powmod-kernel', 'powmod'].map((name) => ({ name, repository: 'https://code.example' })),
    };
    checkReleasable(right);
    const refused = {
      '--tag: must be v1.2.3': { tag: 'v1.2.2' },
      'needs the field repository': { manifest: { ...right.manifest, repository: undefined } },
      'needs the field homepage': { manifest: { ...right.manifest, homepage: '' } },
      'powmod: a release needs `repository`': { crates: [right.crates[0], { name: 'powmod', repository: null }] },
      'must end with a slash': { manifest: { ...right.manifest, homepage: 'https://home.example' } },
      'README.md: a release needs': { readme: 'The [demo page](#in-this-repository).' },
      'CHANGELOG.md: the first heading must be 1.2.3': { changelog: '## Unreleased\n\n## 1.2.3\n' },
    };
    for (const [message, wrong] of Object.entries(refused))
      assert.throws(() => checkReleasable({ ...right, ...wrong }), new RegExp(message));
  });

  test('runs the command line', async () => {
    const command = join(packed.app, 'node_modules/.bin/powmod');
    assert.equal(await packed.run(command, 'pow', '2', '10', '1000'), '24\n');
  });
});

describe('CommonJS', () => {
  const runtimes = [
    ...[...new Set([Number(process.versions.node.split('.')[0]), 22, 24, 26])].map((major) => ({
      name: `Node ${major}`,
      program: nodeProgram(major),
    })),
    { name: 'Bun', program: bunProgram },
    { name: 'Deno', program: denoProgram, options: DENO_OPTIONS },
  ];
  for (const { name, program, options = [] } of runtimes) {
    test(`computes by \`require\` in ${name}`, { skip: leftOut(missingProgram(program)) }, async () => {
      await packed.write('common.cjs', commonJs.program);
      assert.equal(await packed.run(program, ...options, 'common.cjs'), commonJs.output);
    });
  }

  test('gives the same entries where nothing reads `exports`', async () => {
    const names = Object.keys((await manifest()).exports).filter(
      (name) => /\/[\w-]+$/.test(name) && name !== './worker',
    );
    assert.ok(names.includes('./verify'));
    const program = `for (const name of ${JSON.stringify(names)})
  if (require('./node_modules/powmod/' + name) !== require('powmod/' + name.slice(2))) throw new Error(name);`;
    await packed.run(process.execPath, '-e', program);
  });

  test('computes in test runners that have no `import()`', async () => {
    await packed.write('runner.cjs', commonJs.withoutImport);
    assert.equal(await packed.run(process.execPath, 'runner.cjs'), 'scalar\nbigint\nscalar\n');
  });
});

describe('the types', () => {
  for (const compilation of compilations)
    test(`compile in TypeScript ${compilation.name}`, () => compile(packed, compilation));

  test('name the options of a call where an editor shows them', async () => {
    const calls = {
      'modPow(3n, 5n, 7n);': 'ResultOptions',
      'pm.modPow(3n, 5n, 7n);': 'ResultOptions',
      'm.pow(3n, 5n);': 'ResultOptions',
      'm.inv(3n);': 'ResultOptions',
      'table.pow(5n);': 'ResultOptions',
      'pool.modPow(3n, 5n, 7n);': 'PoolPowOptions',
      'pool.square(3n, 5, 7n);': 'SquareOptions',
      'pool.modInvAll([3n], 7n);': 'InvAllOptions',
      'pool.modPowAll([3n], 5n, 7n);': 'PowAllOptions',
    };
    const shown = await hovers(
      packed,
      `import { init, modPow } from 'powmod';
import { createPool } from 'powmod/pool';
const pm = await init();
const m = pm.modulus(7n);
const table = m.fixedBase(3n);
const pool = await createPool();
${Object.keys(calls).join('\n')}
`,
    );
    for (const [i, [call, options]] of Object.entries(calls).entries())
      assert.match(shown[i] ?? '', new RegExp(`options\\?: Readonly<${options}> \\| undefined`), call);
  });

  test('compile where they are copied from the guides', async () => {
    const count = await compileGuides(packed);
    assert.ok(count >= 25, `${count} files`);
  });
});

describe("the README's example", () => {
  for (const [name, program, options] of [
    ['Node', process.execPath, []],
    ['Bun', bunProgram, []],
    ['Deno', denoProgram, DENO_OPTIONS],
  ])
    test(`runs in ${name} without changes`, { skip: leftOut(missingProgram(program)) }, async () => {
      await packed.write('example.mjs', example);
      await packed.run(program, ...options, 'example.mjs');
    });

  test('computes the values that it states', async () => {
    assert.equal(statedValues.length, 9, 'every value that the example shows is compared');
    assert.equal(alone.length, 4);
    for (const part of [{ telling, statedValues }, ...alone]) {
      await packed.write(
        'telling.mjs',
        `${part.telling}\nprocess.on('exit', () => console.log(computed.join('\\n')));`,
      );
      assert.deepEqual((await packed.run(process.execPath, 'telling.mjs')).trim().split('\n'), part.statedValues);
    }
  });
});

test('computes in workerd, where a pool is refused at once', {
  skip: leftOut(missingProgram(workerdProgram)),
}, async (t) => {
  const program = `import { init, PowmodError } from 'powmod';
import { createPool } from 'powmod/pool';
const pm = await init();
const refused = createPool().catch((error) => \`\${error instanceof PowmodError} \${error.code}: \${error.message}\`);
export default {
  fetch: async () => new Response(\`\${pm.kernel} \${pm.modPow(3n, 65537n, 1000003n)} \${await refused}\`),
};`;
  const config = { name: 'powmod', main: 'edge.js', compatibility_date: '2026-01-01' };
  await packed.write('edge.js', program);
  await packed.write('wrangler.json', JSON.stringify(config));
  const server = await serveWorker(workerdProgram, join(packed.app, 'wrangler.json'));
  t.after(() => server.close());
  const refusal = 'true ERR_WORKER: no worker could be started: workerd has none';
  assert.match(await (await fetch(server.url)).text(), new RegExp(`^(?!bigint)\\w+ 486750 ${refusal}`));
  // Bundlers give each entry its own parts: the pool's must hold no kernel a second time.
  const size = async (file) => (await readFile(join(packed.app, 'node_modules/powmod/dist/workerd', file))).length;
  assert.ok((await size('pool.js')) < 1000, 'the pool of workerd only says that there is none');
});

describe('a bundle of the format cjs', () => {
  for (const options of [{}, { minify: true }, { keepNames: true }])
    test(`computes, with the options ${JSON.stringify(options)}`, async () => {
      await packed.write(
        'src/index.js',
        `${script.program}\nglobalThis.finish = (all) => console.log(all.join('\\n'));`,
      );
      await bundleScript(packed, { format: 'cjs', platform: 'node', outfile: 'bundled.cjs', ...options });
      assert.deepEqual((await packed.run(process.execPath, 'bundled.cjs')).trim().split('\n'), script.values);
    });
});

describe('in Chromium', { skip: leftOut(missing('chromium')) }, () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  /** Tests that the program, in a page made by a bundler, computes these values without any error. */
  async function computes(t, values, { bundler, program, others, policy }) {
    await packed.write('src/index.js', program);
    const server = await servePageBy(bundler, packed, others, policy && { policy });
    t.after(() => server.close());
    const page = await browser.open(server.url);
    t.after(() => page.close());
    // One expression for both, because a dev server reloads the page when it finds a new dependency.
    const done = () => until(page, 'globalThis.isDone && globalThis.computed');
    const again = (error) => (/context was destroyed/.test(error.message) ? done() : Promise.reject(error));
    const computed = await done()
      .catch(again)
      .catch((error) => assert.deepEqual(page.errors(), [], String(error)));
    assert.deepEqual(computed, values);
    assert.deepEqual(page.errors(), []);
    assert.deepEqual(server.blocked, []);
  }

  for (const bundler of Object.keys(bundlers))
    test(`the README's example through ${bundler}`, (t) => computes(t, statedValues, { bundler, program: telling }));

  test('a script of the format iife computes', (t) =>
    computes(t, script.values, { bundler: 'esbuild, iife', program: script.program, policy: BLOB }));

  for (const bundler of ['none: a module script', 'Vite', 'esbuild, splitting'])
    test(`a page that verifies loads no prover, through ${bundler}`, (t) =>
      computes(t, ['true', 'true', 'false'], { bundler, program: verifying }));

  /** A page with this program. Gives the page, and what was computed. */
  async function asks(t, { bundler, program, policy }) {
    await packed.write('src/index.js', program);
    const server = await servePageBy(bundler, packed, {}, policy && { policy });
    t.after(() => server.close());
    const page = await browser.open(server.url);
    t.after(() => page.close());
    return { page, server, computed: await until(page, 'globalThis.computed') };
  }

  // Rspack and Parcel are in tests/apps/stacks.test.mjs.
  for (const bundler of ['Vite', 'webpack', 'esbuild, splitting', 'Rollup'])
    test(`the script of \`modPow\` has at most ${MOST} bytes until its answer, through ${bundler}`, async (t) => {
      const { page, computed } = await asks(t, { bundler, program: ASKING_ONCE });
      assert.equal(computed, '1');
      const { size, paths } = await bytesUntilAnswer(page, join(packed.app, folderOf(bundler)));
      assert.ok(paths.length > 0);
      t.diagnostic(`${size} bytes in ${paths.length} files`);
      assert.ok(size <= MOST, `${size} bytes: ${paths}`);
      assert.deepEqual(page.errors(), []);
    });

  test('the functions load the kernel behind the second answer, through Vite', async (t) => {
    const more = `[modPow(3n, n - 2n, n) === right, await later(), modPow(3n, n - 2n, n) === right]`;
    const { page, computed } = await asks(t, { bundler: 'Vite', program: asking(more) });
    assert.deepEqual(computed, [true, 'not first', true]);
    assert.deepEqual(page.errors(), []);
  });

  test('the functions compute under a policy without WebAssembly, which is reported once', async (t) => {
    const more = '[modPow(3n, n - 2n, n) === right, (await ready()).kernel, modPow(3n, n - 2n, n) === right]';
    const policy = "default-src 'self'; script-src 'self'";
    const { server, computed } = await asks(t, { bundler: 'Vite', program: asking(more), policy });
    assert.deepEqual(computed, [true, 'bigint', true]);
    await until({ evaluate: async () => server.blocked.length > 0 }, 'a report');
    assert.equal(server.blocked.length, 1, String(server.blocked));
  });

  // The server's policy has no blob: where the bundler finds the worker's file.
  for (const [bundler, policy] of [
    ['Vite, its dev server'],
    ['Vite'],
    ['webpack'],
    ['webpack, trusted types', TRUSTED],
    ['esbuild', BLOB],
    ['esbuild, splitting', BLOB],
    ['Rollup', BLOB],
  ])
    test(`the pool through ${bundler}`, (t) =>
      computes(t, pool.values, { bundler, program: pool.program(''), policy }));

  test('the pool with a worker of its own, through esbuild', (t) => {
    const program = pool.program("{ worker: () => new Worker('worker.js', { type: 'module' }) }");
    return computes(t, pool.values, { bundler: 'esbuild', program, others: { worker: 'powmod/worker' } });
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

/** Asks for a long power, and computes `more` of what is at hand. */
const asking = (more) => `import { choice, modPow, ready } from 'powmod';

// n is a prime, and so 3^(n − 2) the inverse of 3.
const n = (1n << 2203n) - 1n;
const right = (2n * n + 1n) / 3n;
/** Waits for another kernel than the first one. */
const later = async () => {
  while (choice.kernel === 'first') await new Promise((resolve) => setTimeout(resolve, 10));
  return choice.kernel === 'bigint' ? choice.reason : 'not first';
};
if (${POWER} !== 1n) throw new Error('a wrong power');
(async () => {
  globalThis.computed = ${more};
})();
`;

function leaves(value) {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves);
}
