// Kernels that do not come: how long `init` and `createPool` wait, how a signal ends the wait, and what the errors say.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, initSync, type PowmodError } from 'powmod';
import { createPool } from 'powmod/pool';
import { wasmKernels } from '../../../workshop/kernels.js';
import { kernelFile } from '../../support/package.ts';
import { root } from '../../support/vectors.ts';

/** What a provider gives for a file that a server never finishes to send. */
const stalled = () => new Promise<never>(() => {});

/** Lets everything go on that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('where a kernel stalls for 20 s BigInt computes, and a later call gets the kernel', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const kernel of ['auto', 'measure'] as const) {
    const loading = init({ kernel, wasm: stalled });
    await settle();
    t.mock.timers.tick(20_000);
    const pm = await loading;
    assert.deepEqual([pm.kernel, pm.modPow(3n, 5n, 7n)], ['bigint', 5n]);
    assert.match(pm.choice.reason, /^no kernel works here: /);
    assert.ok(pm.choice.reason.includes('the kernel scalar could not be loaded: nothing has come in 20 s'));
  }
  assert.notEqual((await init({ wasm: kernelFile })).kernel, 'bigint');
});

test('behind BigInt, which computes meanwhile, a kernel may take 120 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: string[] = [];
  const wasm = (name: string) => {
    asked.push(name);
    return stalled();
  };
  const pass = async (ms: number) => {
    await settle();
    t.mock.timers.tick(ms);
    await settle();
  };
  /** What comes after pauses between tasks. */
  const soon = async <T>(promise: Promise<T>): Promise<T> => {
    let ended = false;
    const end = () => {
      ended = true;
    };
    promise.then(end, end);
    while (!ended) await pass(1);
    return promise;
  };
  const pm = await soon(init({ first: 'bigint', wasm }));
  let isReady = false;
  void pm.ready.then(() => {
    isReady = true;
  });
  while (asked.length === 0) await pass(1);
  for (let passed = 0; passed < 119_000; passed += 1000) await pass(1000);
  assert.deepEqual([isReady, asked.length, pm.modPow(3n, 5n, 7n)], [false, 1, 5n]);
  await pass(1000);
  await soon(pm.ready);
  assert.match(pm.choice.reason, /scalar could not be loaded: nothing has come in 120 s/);
});

test('a kernel that comes in time is not too late, and one that is named is waited for', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const kernel of ['auto', 'scalar'] as const) {
    let send: ((_: Uint8Array<ArrayBuffer>) => void) | undefined;
    const wasm = () =>
      new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
        send = resolve;
      });
    const loading = init({ kernel, wasm: (name) => (name === 'scalar' ? wasm() : new Uint8Array(1)) });
    while (!send) await settle();
    t.mock.timers.tick(kernel === 'scalar' ? 1_000_000 : 19_999);
    send(kernelFile('scalar'));
    assert.equal((await loading).kernel, 'scalar');
  }
});

test('a signal ends the wait at once, with its reason', async () => {
  for (const start of [init, createPool]) {
    const controller = new AbortController();
    const loading = start({ wasm: stalled, signal: controller.signal });
    await settle();
    controller.abort(new Error('enough'));
    await assert.rejects(loading, { message: 'enough' });
    for (const kernel of ['auto', 'scalar', 'bigint'] as const)
      await assert.rejects(start({ kernel, signal: AbortSignal.abort('before') }), (reason) => reason === 'before');
    await assert.rejects(
      start({ signal: 5 as never }),
      /^TypeError: options.signal: must be an AbortSignal, not a number$/,
    );
  }
  assert.equal((await init({ signal: new AbortController().signal })).modPow(3n, 5n, 7n), 5n);
  assert.throws(
    () => initSync({ signal: AbortSignal.abort() } as never),
    /^TypeError: options.signal: is not an option/,
  );
});

test('where no kernel can be loaded, nor BigInt, the error has the reason of each', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'powmod-gone-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'crate/js/dist'), folder, { recursive: true });
  rmSync(join(folder, 'kernels'), { recursive: true });
  rmSync(join(folder, 'bigint.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { init } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as typeof import('powmod');
  await assert.rejects(init(), (error: PowmodError) => {
    assert.equal(error.code, 'ERR_LOAD');
    for (const kernel of [...wasmKernels, 'bigint'])
      assert.match(
        error.message,
        new RegExp(`the kernel ${kernel} (could not be loaded: Cannot find|cannot be used: the engine lacks)`),
      );
    return true;
  });
});

test('a reason without words says what was thrown', async () => {
  for (const thrown of [new Error(), new TypeError(''), '', {}, null]) {
    const wasm = () => Promise.reject(thrown);
    await assert.rejects(
      init({ kernel: 'scalar', wasm }),
      /could not be loaded: (Error|TypeError|nothing was said|\[object Object\]|null)$/,
    );
    assert.match((await init({ wasm })).choice.reason, /: (Error|TypeError|nothing was said|\[object Object\]|null)$/);
  }
});
