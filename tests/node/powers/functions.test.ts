// `modPow` and `modPow2` of `powmod`, without `init`: their answers before and behind the kernel, and when it comes.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import type * as powmod from 'powmod';
import * as alone from 'powmod/static';
import { nodeKernels } from '../../../workshop/kernels.js';
import { compareOperation, Draw, FUNCTIONS } from '../../fuzz/operations.js';
import { nativePow } from '../../support/native.js';
import { copyOfPackage } from '../../support/package.ts';
import { Random } from '../../support/random.ts';

if (process.versions.node.startsWith('20.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
const skip = !globalThis.WebAssembly && 'without WebAssembly there is no kernel';
const random = new Random();

type Functions = Pick<typeof powmod, 'modPow' | 'modPow2' | 'ready' | 'choice'>;
let copies = 0;
/** The functions as a new page has them. */
const fresh = async (): Promise<Functions> => {
  const file = new URL('../../../crate/js/dist/index.js', import.meta.url);
  return import(`${file}?copy=${copies++}`);
};

const n = (1n << 2203n) - 1n;
const long = (1n << 2000n) + 12345n;
const right = nativePow(3n, long, n);

/** Draws for the operations of the table, on functions of one copy. */
class DrawFor extends Draw {
  readonly #functions: Functions;

  constructor(number: number, functions: Functions) {
    super(number);
    this.#functions = functions;
  }

  override functions() {
    return this.#functions;
  }
}

let drawn = random.seed;
function compare(functions: Functions, calls: number) {
  for (let i = 0; i < calls; i++)
    for (const name of Object.keys(FUNCTIONS))
      try {
        compareOperation(name, undefined, new DrawFor(++drawn, functions));
      } catch (cause) {
        throw new Error(`${name}, POWMOD_SEED=${random.seed}`, { cause });
      }
}

test('3,000 random calls are those of BigInt, by BigInt, by the first kernel and by the one that comes', async () => {
  const functions = await fresh();
  assert.equal(functions.choice.kernel, 'bigint');
  compare(functions, 100);
  assert.equal(functions.modPow(3n, long, n), right);
  assert.equal(functions.choice.kernel, skip ? 'bigint' : 'first');
  compare(functions, 700);
  const { kernel, reason } = await functions.ready();
  assert.ok(skip ? kernel === 'bigint' : !['bigint', 'first'].includes(kernel), reason);
  compare(functions, 700);
});

test('the entries `static` and CommonJS have them too', async () => {
  for (const functions of [alone, createRequire(import.meta.url)('powmod') as Functions]) {
    compare(functions, 50);
    assert.equal(functions.modPow(3n, long, n), right);
    const { kernel } = await functions.ready();
    assert.equal(kernel, functions.choice.kernel);
    assert.equal(kernel === 'first' || skip !== false, functions === alone || skip !== false, kernel);
    compare(functions, 50);
  }
});

/** Replaces a global while the work runs. */
async function withGlobal(name: string, value: unknown, work: () => Promise<void>) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    await work();
  } finally {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  }
}

/** A page whose idle time comes when the test says so. */
async function inPage(work: (becomeIdle: () => Promise<void>) => Promise<void>) {
  const waiting: (() => void)[] = [];
  await withGlobal(
    'requestIdleCallback',
    (one: () => void) => waiting.push(one),
    () =>
      work(async () => {
        for (const one of waiting.splice(0)) one();
        await new Promise((resolve) => setTimeout(resolve, 300)); // longer than a kernel takes here
      }),
  );
}

test('a page that asks once loads nothing more', { skip }, async () => {
  await inPage(async (becomeIdle) => {
    const functions = await fresh();
    assert.equal(functions.modPow(3n, long, n), right);
    await becomeIdle();
    assert.equal(functions.choice.kernel, 'first');
  });
});

test('the second long answer loads the kernel, once the page is idle', { skip }, async () => {
  await inPage(async (becomeIdle) => {
    const functions = await fresh();
    functions.modPow(3n, long, n);
    await becomeIdle();
    functions.modPow(3n, long, n);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(functions.choice.kernel, 'first', 'not before');
    await becomeIdle();
    // `ready` would load it too.
    for (let waits = 0; functions.choice.kernel === 'first' && waits < 1000; waits++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.notEqual(functions.choice.kernel, 'first');
    assert.equal(functions.choice, await functions.ready());
    assert.equal(functions.modPow(3n, long, n), right);
  });
});

test('short powers start and load nothing', { skip }, async () => {
  await inPage(async (becomeIdle) => {
    const { Module } = WebAssembly;
    let modules = 0;
    WebAssembly.Module = new Proxy(Module, {
      construct(target, args) {
        modules++;
        return Reflect.construct(target, args);
      },
    });
    try {
      const functions = await fresh();
      for (let i = 0; i < 100; i++) assert.equal(functions.modPow(3n, 65537n, 1000003n), 486750n);
      await becomeIdle();
      assert.equal(functions.choice.kernel, 'bigint');
      assert.equal(modules, 0);
    } finally {
      WebAssembly.Module = Module;
    }
  });
});

test('where a policy forbids WebAssembly, BigInt computes, and one attempt is reported', { skip }, async () => {
  let attempts = 0;
  const forbidding = Object.assign(Object.create(WebAssembly), {
    Module: class {
      constructor() {
        attempts++;
        throw new WebAssembly.CompileError('blocked by CSP');
      }
    },
  });
  await inPage(async (becomeIdle) => {
    await withGlobal('WebAssembly', forbidding, async () => {
      const functions = await fresh();
      for (let i = 0; i < 3; i++) assert.equal(functions.modPow(3n, long, n), right);
      await becomeIdle();
      assert.deepEqual({ ...(await functions.ready()) }, { ...functions.choice });
      assert.deepEqual(
        { ...functions.choice },
        {
          kernel: 'bigint',
          reason: 'no WebAssembly can run here: blocked by CSP',
        },
      );
      assert.equal(functions.modPow2(3n, long, 5n, 1n, n), (right * 5n) % n);
      assert.equal(attempts, 1);
    });
  });
});

test('where multiply-add rounds twice, BigInt computes until the kernel has come', { skip }, async () => {
  const { Instance } = WebAssembly;
  const wrong = Object.assign(Object.create(WebAssembly), {
    Instance: class {
      exports: object;
      constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
        const { exports } = new Instance(module, imports);
        this.exports = 'f' in exports && 'm' in exports ? { ...exports, f() {} } : exports;
      }
    },
  });
  await withGlobal('WebAssembly', wrong, async () => {
    const functions = await fresh();
    assert.equal(functions.modPow(3n, long, n), right);
    assert.equal(functions.choice.kernel, 'bigint');
    assert.match(functions.choice.reason, /no fused multiply-add/);
  });
});

test('`ready` loads the kernel for a page that has not asked yet', { skip }, async () => {
  const functions = await fresh();
  const { kernel } = await functions.ready();
  assert.ok(!['bigint', 'first'].includes(kernel), kernel);
  assert.equal(functions.choice.kernel, kernel);
  assert.equal(functions.modPow(3n, long, n), right);
});

for (const [what, gone, reasons] of [
  ['the file of the fast powers is', /fast-powers\.js$/, [/fast-powers\.js/]],
  ['the files of the kernels are', /[\\/]kernels$/, nodeKernels.map((name) => RegExp(`kernel ${name}\\b`))],
] as const)
  test(`where ${what} missing, the first kernel goes on, and the choice says why`, { skip }, async () => {
    const functions = await copyOfPackage((path) => !gone.test(path)).load<Functions>('index.js');
    assert.equal(functions.modPow(3n, long, n), right);
    const { kernel, reason } = await functions.ready();
    assert.equal(kernel, 'first');
    for (const each of reasons) assert.match(reason, each);
    assert.equal(functions.choice.reason, reason);
    assert.equal(functions.modPow2(3n, long, 5n, 1n, n), (right * 5n) % n);
  });
