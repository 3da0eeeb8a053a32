// In an engine without WebAssembly the package works by native BigInt: these suites pass there as they are.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeTests } from '../count.mjs';
import { root } from '../support/vectors.ts';

/** Those that start the package by `init()`. Others name the kernel `bigint`, and tests/runtimes has every entry. */
const SUITES = ['powers/native', 'border/handles', 'proofs/proof-file'];

/** Runs a program of Node without WebAssembly. */
function run(...args: string[]) {
  const preload = join(root, 'tests/without-webassembly/preload.mjs');
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  return spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8', env });
}

for (const suite of SUITES)
  test(suite, () => {
    const { status, stdout, stderr } = run(join(root, `tests/node/${suite}.test.ts`));
    assert.equal(status, 0, stdout + stderr);
    assert.ok(nodeTests(stdout, false).passed > 0, stdout);
  });

test('init says so, and names what a kernel of WebAssembly lacks', () => {
  const program = `import { init } from 'powmod';
    const fails = (options) => init(options).catch(({ code, message }) => code + ' ' + message);
    const kernelOf = async (kernel) => (await init({ kernel })).kernel;
    const kernels = await Promise.all(['auto', 'measure', 'bigint'].map(kernelOf));
    const refused = await Promise.all(['scalar', 'relaxed'].map((kernel) => fails({ kernel })));
    const provided = (await init({ wasm: () => { throw new Error('it was asked') } })).kernel;
    const { reason } = (await init()).choice;
    console.log(JSON.stringify([...kernels, ...refused, provided, reason]));`;
  const { stdout, stderr } = run('--input-type=module', '--eval', program);
  assert.deepEqual(
    JSON.parse(stdout || '[]'),
    [
      'bigint',
      'bigint',
      'bigint',
      ...['scalar', 'relaxed'].map(
        (kernel) =>
          `ERR_KERNEL_UNAVAILABLE the kernel ${kernel} cannot be used: ` +
          'no WebAssembly can run here: WebAssembly is not defined',
      ),
      'bigint',
      'no WebAssembly can run here: WebAssembly is not defined',
    ],
    stderr,
  );
});
