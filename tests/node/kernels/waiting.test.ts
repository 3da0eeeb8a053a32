// Kernels that do not come: how long `init` and `createPool` wait, how a signal ends the wait, and what the errors say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { init, initSync, type PowmodError, type WasmSource } from 'powmod';
import { createPool } from 'powmod/pool';
import { wasmKernels } from '../../../workshop/kernels.js';
import { instances } from '../../support/instances.ts';
import { copyOfPackage, example, kernelFile } from '../../support/package.ts';

/** How many kernels this engine runs. */
const KERNELS = instances.filter(({ kernel }) => kernel !== 'bigint').length;

/** What a provider gives for a file that a server never finishes to send. */
const stalled = () => new Promise<never>(() => {});

/** Lets everything go on that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for what no timer decides. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settle();
}

/** Kernels by their names: what a server sends for each, or nothing, and those that were asked for. */
function server(answer: (name: string, place: number) => unknown) {
  const asked: string[] = [];
  const wasm = (name: string) => answer(name, asked.push(name) - 1) as Promise<WasmSource>;
  return { asked, wasm };
}

/** The time until the second kernel is asked for, the third, and so on. */
const WAITS = [10_000, 5000, 2500, 1250];

test('where all kernels stall for 20 s BigInt computes, and a later call gets the kernel', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const kernel of ['auto', 'measure'] as const) {
    const { asked, wasm } = server(stalled);
    const loading = init({ kernel, wasm });
    for (let i = 0; i < KERNELS; i++) {
      await until(() => asked.length > i);
      t.mock.timers.tick(WAITS[i] as number);
    }
    t.mock.timers.tick(20_000);
    const pm = await loading;
    assert.deepEqual([pm.kernel, pm.modPow(3n, 5n, 7n)], ['bigint', 5n]);
    assert.match(pm.choice.reason, /^no kernel works here: /);
    for (const name of asked)
      assert.match(
        pm.choice.reason,
        new RegExp(`the kernel ${name} could not be loaded: nothing (has come in [\\d.]+|had come when the 20) s`),
      );
  }
  assert.notEqual((await init({ wasm: kernelFile })).kernel, 'bigint');
});

test('while one kernel hangs the next is loaded, and the choice says so', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const kernel of ['auto', 'measure'] as const) {
    const { asked, wasm } = server((name, place) => (place === 0 ? stalled() : kernelFile(name)));
    const loading = init({ kernel, wasm });
    await until(() => asked.length > 0);
    t.mock.timers.tick(9999);
    await settle();
    assert.equal(asked.length, 1);
    t.mock.timers.tick(1);
    const { choice } = await loading;
    const [first, ...others] = asked;
    assert.ok(others.includes(choice.kernel));
    if (kernel === 'measure') continue;
    assert.deepEqual(others, [choice.kernel]);
    assert.ok(choice.reason.endsWith(`; the kernel ${first} could not be loaded: nothing has come in 10 s`));
  }
});

test('a kernel that comes late is taken where no other works', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const others of [stalled, () => Promise.reject(new Error('404'))]) {
    let send: ((_: Uint8Array<ArrayBuffer>) => void) | undefined;
    const first = () =>
      new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
        send = resolve;
      });
    const { asked, wasm } = server((_, place) => (place === 0 ? first() : others()));
    const loading = init({ wasm });
    for (let i = 0; i < KERNELS; i++) {
      await until(() => asked.length > i);
      if (i === 0 || others === stalled) t.mock.timers.tick(WAITS[i] as number);
    }
    send?.(kernelFile(asked[0] as string));
    assert.equal((await loading).kernel, asked[0]);
    assert.equal(asked.length, KERNELS, 'none is asked for twice');
  }
});

test('a kernel that was not tried is not said to have been', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, wasm } = server(stalled);
  const loading = init({ wasm });
  await until(() => asked.length > 0);
  t.mock.timers.tick(20_000); // at once, as where a machine sleeps
  const { kernel, reason } = (await loading).choice;
  assert.deepEqual([kernel, asked.length], ['bigint', 1]);
  assert.ok(reason.includes(`the kernel ${asked[0]} could not be loaded: nothing had come when the 20 s`), reason);
  assert.ok(reason.includes('the kernel scalar could not be loaded: it was not tried: the 20 s for all were over'));
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

/** The package without the scripts of its kernels and of BigInt. */
const withoutKernels = () =>
  copyOfPackage((path) => !/dist.(kernels|bigint\.js)$/.test(path)).load<typeof import('powmod')>('index.js');

test('where no kernel can be loaded, nor BigInt, the error has the reason of each', async () => {
  const { init } = await withoutKernels();
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

test('an import that throws at once, as of some bundlers under a policy, is a reason like any other', async () => {
  const { folder, load } = copyOfPackage((path) => !/dist.kernels$/.test(path));
  const refuse = `const refuse = () => { throw new TypeError("requires 'TrustedScriptURL'"); };`;
  const dist = join(folder, 'dist');
  for (const name of readdirSync(dist).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(dist, name), 'utf8');
    const refusing = text.replaceAll(/\bimport\(/g, 'refuse(');
    writeFileSync(join(dist, name), `${refusing}\n${refuse}`);
  }
  const { init, challengesOf } = await load<typeof import('powmod')>('index.js');
  for (const [start, reasons] of [
    [init(), KERNELS + 1],
    [init({ kernel: 'scalar' }), 1],
    [init({ kernel: 'bigint' }), 1],
    [challengesOf(example('pietrzak-rsa2048')), 1],
  ] as const)
    await assert.rejects(start, ({ code, message }: PowmodError) => {
      assert.equal(code, 'ERR_LOAD');
      const found = [...message.matchAll(/could not be loaded: requires 'TrustedScriptURL'/g)];
      assert.equal(found.length, reasons, message);
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

test('in a service worker, which imports nothing later, the error names powmod/static', async (t) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'constructor');
  class ServiceWorkerGlobalScope {}
  Object.defineProperty(globalThis, 'constructor', { configurable: true, value: ServiceWorkerGlobalScope });
  t.after(() => {
    if (own) Object.defineProperty(globalThis, 'constructor', own);
    else Reflect.deleteProperty(globalThis, 'constructor');
  });
  const { init } = await withoutKernels();
  for (const options of [{}, { kernel: 'scalar' } as const])
    await assert.rejects(init(options), { code: 'ERR_LOAD', message: /import.*take init of 'powmod\/static'$/ });
});

test('where a policy forbids WebAssembly, a kernel that is named says so', async (t) => {
  t.mock.method(WebAssembly, 'Module', function forbidden() {
    throw new WebAssembly.CompileError("the page's CSP forbids it");
  });
  t.mock.method(WebAssembly, 'validate', () => false);
  for (const kernel of wasmKernels)
    await assert.rejects(init({ kernel }), {
      code: 'ERR_KERNEL_UNAVAILABLE',
      message: new RegExp(
        `^the kernel ${kernel} cannot be used: no WebAssembly can run here: the page's CSP .* needs 'wasm-unsafe-eval'`,
      ),
    });
});
