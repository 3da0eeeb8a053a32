// Loading: the choice of a kernel, the source of its WebAssembly, and failures.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, type Kernel, PowmodError, type PowmodErrorCode, type WasmKernel, type WasmSource } from 'powmod';
import { isChecked } from '../../../crate/build/checked.mjs';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { evidence, orderFor } from '../../../crate/js/src/kernels/choose.ts';
import { loadModule } from '../../../crate/js/src/kernels/load.ts';
import { engineHas } from '../../../crate/js/src/kernels/probe.ts';
import { wasmKernels } from '../../../workshop/kernels.js';
import { copyOfPackage, kernelFile, notBuilt, runProgram } from '../../support/package.ts';
import { Random } from '../../support/random.ts';
import { withCode, withTrap } from '../../support/sabotage.ts';
import { root } from '../../support/vectors.ts';

const file = join(root, 'crate/js/dist/kernels/scalar.wasm');
const bytes = kernelFile('scalar');

/** An empty module. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

function fails(code: PowmodErrorCode, message: RegExp) {
  return (error: unknown) => error instanceof PowmodError && error.code === code && message.test(error.message);
}

test('only kernels built for checking assert their bounds at run time', () => {
  // No build of scalar contains the messages.
  for (const kernel of wasmKernels.filter((kernel) => kernel !== 'scalar'))
    assert.equal(Buffer.from(kernelFile(kernel)).includes('attempt to multiply with overflow'), isChecked, kernel);
});

test('the caller may provide the WebAssembly in every form', async () => {
  const sources: Record<string, () => WasmSource | Promise<WasmSource>> = {
    'a file URL': () => pathToFileURL(file),
    'a data URL': () => new URL(`data:application/wasm;base64,${Buffer.from(bytes).toString('base64')}`),
    'a response': () => new Response(bytes),
    bytes: () => bytes,
    'an array buffer': () => bytes.buffer,
    'a part of a buffer': () => new Uint8Array([1, 2, 3, ...bytes, 4, 5]).subarray(3, 3 + bytes.length),
    'a module': () => new WebAssembly.Module(bytes),
    'a promise': async () => bytes,
  };
  for (const [name, source] of Object.entries(sources)) {
    const asked: Kernel[] = [];
    const wasm = (kernel: Kernel) => {
      asked.push(kernel);
      return source();
    };
    const pm = await init({ kernel: 'scalar', wasm });
    assert.equal(pm.modPow(3n, 5n, 7n), 5n, name);
    assert.deepEqual(asked, ['scalar']);
  }
});

test('WebAssembly that cannot be loaded, or whose self-test fails, is an error', async () => {
  for (const [source, code, message] of [
    [pathToFileURL(`${file}.missing`), 'ERR_LOAD', /^the kernel scalar could not be loaded: ENOENT/],
    [new URL('http://127.0.0.1:9/x.wasm'), 'ERR_LOAD', /could not be loaded/],
    [
      new Response(bytes, { status: 404 }),
      'ERR_LOAD',
      /^the kernel scalar could not be loaded: the response has status 404$/,
    ],
    [
      withTrap(bytes, operations.selfTest),
      'ERR_KERNEL_UNAVAILABLE',
      /^the kernel scalar cannot be used: its self-test failed: .*unreachable/,
    ],
  ] as const)
    await assert.rejects(init({ kernel: 'scalar', wasm: () => source }), fails(code, message));
});

test('a truncated, damaged or foreign file is ERR_LOAD, whatever its self-test would say', async () => {
  const random = new Random();
  const bit = (at: number) => bytes.with(at, (bytes[at] as number) ^ (1 << random.between(0, 7)));
  const files: Record<string, () => BufferSource> = {
    'a module of nothing': () => EMPTY,
    'another kernel': () => kernelFile('simd128'),
    'random bytes': () => Uint8Array.from({ length: 10_000 }, () => random.word()),
    'a module with a section of its own at the end': () => Uint8Array.from([...bytes, 0, 2, 1, 120]),
    'a view that was cut': () => bytes.subarray(1),
  };
  for (let i = 0; i < 40; i++) {
    const at = random.between(0, bytes.length - 1);
    files[`cut at ${at}`] = () => bytes.slice(0, at);
    files[`a bit at ${at}`] = () => bit(at);
  }
  for (const [what, wasm] of Object.entries(files)) {
    const outcome = init({ kernel: 'scalar', wasm });
    const isLoadError = fails(
      'ERR_LOAD',
      /^the kernel scalar could not be loaded: it is not (a WebAssembly f|the f)ile/,
    );
    await assert.rejects(outcome, isLoadError, `${what}, POWMOD_SEED=${random.seed}`);
  }
  const own = await init({ kernel: 'scalar', wasm: () => bytes.buffer });
  assert.equal(own.modPow(3n, 5n, 7n), 5n);
});

test('where the engine has no hash, a damaged file is refused too', async (t) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor;
  t.after(() => Object.defineProperty(globalThis, 'crypto', own));
  const damaged = bytes.with(50_000, (bytes[50_000] as number) ^ 1);
  for (const crypto of [undefined, null, {}, { subtle: undefined }, { subtle: {} }]) {
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value: crypto });
    await assert.rejects(
      init({ kernel: 'scalar', wasm: () => damaged }),
      fails('ERR_LOAD', /its SHA-256 differs/),
      JSON.stringify(crypto),
    );
    const pm = await init({ kernel: 'scalar', wasm: () => bytes });
    assert.equal(pm.modPow(3n, 5n, 7n), 5n);
    assert.throws(() => pm.randomPrime(64), fails('ERR_LOAD', /^crypto\.getRandomValues is missing$/));
  }
});

test('bytes that change while they are hashed, or after, are not compiled', async (t) => {
  for (const isAfter of [false, true]) {
    const changing = bytes.slice();
    const change = () => void changing.fill(0, 100);
    const { subtle } = crypto;
    const digest = subtle.digest.bind(subtle);
    const hashing = t.mock.method(subtle, 'digest', async (...given: Parameters<typeof digest>) => {
      if (!isAfter) change();
      const hash = await digest(...given);
      change();
      return hash;
    });
    const pm = await init({ kernel: 'scalar', wasm: () => changing });
    assert.deepEqual([hashing.mock.callCount(), pm.modPow(3n, 5n, 7n)], [1, 5n]);
    hashing.mock.restore();
  }
});

test('the fastest kernel is that of the least time, whatever the first round took', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const { order } = orderFor(evidence());
  for (const turn of order.keys()) {
    const sorted = [...order.slice(turn), ...order.slice(0, turn)].filter((name) => !notBuilt(name));
    const wasm = (name: WasmKernel) => {
      let rounds = 0;
      return withCode(kernelFile(name), (operation, call) => {
        // The first tier of an engine is slow, and that of the fastest kernel the slowest.
        if (operation === operations.square.number)
          clock += rounds++ === 0 ? 1000 - sorted.indexOf(name) : 1 + sorted.indexOf(name);
        return call();
      });
    };
    const { kernel, choice } = await init({ kernel: 'measure', wasm: wasm as (kernel: Kernel) => WasmSource });
    const working = sorted.filter((name) => choice.reason.includes(name));
    assert.equal(kernel, working[0]);
    assert.equal(choice.reason, `timed, the fastest first: ${working.join(', ')}`);
  }
});

test('without a kernel that loads and works BigInt computes, and the choice has the reason of each', async () => {
  const broken = (kernel: Kernel) => withTrap(kernelFile(kernel), operations.selfTest);
  const gone = () => Promise.reject(new Error('404'));
  for (const kernel of ['auto', 'measure'] as const)
    for (const [wasm, reason] of [
      [broken, /^no kernel works here: .*scalar cannot be used: its self-test failed/],
      [gone, /^no kernel works here: .*scalar could not be loaded: 404/],
    ] as const) {
      const pm = await init({ kernel, wasm });
      assert.deepEqual([pm.kernel, pm.modPow(3n, 5n, 7n)], ['bigint', 5n]);
      assert.match(pm.choice.reason, reason);
    }
  const { kernel } = await init();
  const wasm = (name: Kernel) => (name === kernel ? Promise.reject(new Error('404')) : kernelFile(name));
  const { choice } = await init({ wasm });
  assert.ok(choice.kernel !== kernel && choice.kernel !== 'bigint');
  assert.match(choice.reason, new RegExp(`; the kernel ${kernel} could not be loaded: 404$`));
});

test('a kernel that fails while it is timed is left out', async () => {
  const failing = (kernel: Kernel) => withTrap(kernelFile(kernel), operations.square);
  const some = await init({
    kernel: 'measure',
    wasm: (name) => (name === 'scalar' ? failing(name) : kernelFile(name)),
  });
  assert.ok(some.kernel !== 'scalar' && some.kernel !== 'bigint');
  assert.match(some.choice.reason, /^timed, the fastest first: .*; the kernel scalar failed while it was timed: /);
  const none = await init({ kernel: 'measure', wasm: failing });
  assert.deepEqual([none.kernel, none.modPow(3n, 5n, 7n)], ['bigint', 5n]);
  assert.match(none.choice.reason, /^no kernel works here: .*the kernel scalar failed while it was timed: /);
});

test('a damaged stream is one error', async () => {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: undefined });
  try {
    const damaged = loadModule('scalar', async () => ({ default: '/////w' }));
    await assert.rejects(damaged, { code: 'ERR_LOAD', message: /^the kernel scalar could not be loaded: / });
    await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
});

test('initSync finds kernels and BigInt where a tracer of files left only modules', () => {
  const { folder } = copyOfPackage((path) => !/\.(wasm|cjs)$/.test(path));
  const canRequire = Reflect.get(process.features, 'require_module');
  const program = `import { initSync } from './dist/node/index.js';
    console.log(initSync().kernel, ${canRequire ? "initSync({ kernel: 'bigint' }).kernel" : "'bigint'"});`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.match(stdout, /^(?!bigint)\w+ bigint\n$/, stderr);
});

test('the probes find no feature that this engine lacks', () => {
  assert.equal(engineHas('webAssembly'), true);
  assert.equal(engineHas('simd'), true);
  const [major] = process.versions.node.split('.').map(Number);
  if (major === 20) assert.equal(engineHas('fusedMultiplyAdd'), false, 'behind a flag in Node 20');
});

test('fused multiply-add is found behind its flag', {
  skip: !process.version.startsWith('v20.') && 'not Node 20',
}, () => {
  const fuses =
    process.arch === 'arm64' || (process.platform === 'linux' && / fma /.test(readFileSync('/proc/cpuinfo', 'utf8')));
  const probe = pathToFileURL(join(root, 'crate/js/src/kernels/probe.ts'));
  const program = `import { engineHas } from '${probe}'; console.log(engineHas('fusedMultiplyAdd'))`;
  const { stdout, stderr } = runProgram(program, ['--experimental-wasm-relaxed-simd', '--import', 'tsx']);
  assert.equal(stdout.trim(), String(fuses), stderr);
});
