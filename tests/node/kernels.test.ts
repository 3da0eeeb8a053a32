// Loading: which kernel is taken, where its WebAssembly comes from, and what goes wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, type Kernel, PowmodError, type PowmodErrorCode, type WasmSource } from 'powmod';
import { engineHas } from '../../crate/js/src/probe.ts';
import { withTrap, withTrappingExport } from './sabotage.ts';
import { root } from './vectors.ts';

const file = join(root, 'crate/js/dist/kernels/scalar.wasm');
const bytes = new Uint8Array(readFileSync(file));

function fails(code: PowmodErrorCode, message: RegExp) {
  return (error: unknown) => error instanceof PowmodError && error.code === code && message.test(error.message);
}

test('auto and measure give a kernel that computes', async () => {
  for (const kernel of ['auto', 'measure'] as const) {
    const pm = await init({ kernel });
    assert.equal(pm.modPow(3n, 5n, 7n), 5n);
  }
});

test('by name', async () => {
  const pm = await init({ kernel: 'scalar' });
  assert.equal(pm.kernel, 'scalar');
  for (const kernel of ['simd128', 'relaxed', 'wide'] as const) {
    await init({ kernel }).then(
      (other) => assert.equal(other.kernel, kernel),
      (error) =>
        assert.ok(fails('ERR_KERNEL_UNAVAILABLE', new RegExp(`^the kernel ${kernel} cannot be used: `))(error), error),
    );
  }
});

test('the WebAssembly may come from anywhere', async () => {
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

test('WebAssembly that cannot be had', async () => {
  const from = (wasm: () => unknown) => init({ kernel: 'scalar', wasm: wasm as () => WasmSource });
  await assert.rejects(
    from(() => pathToFileURL(`${file}.missing`)),
    fails('ERR_LOAD', /^the kernel scalar could not be loaded: ENOENT/),
  );
  await assert.rejects(
    from(() => new URL('http://127.0.0.1:9/x.wasm')),
    fails('ERR_LOAD', /could not be loaded/),
  );
  await assert.rejects(
    from(() => new Response('gone', { status: 404 })),
    fails('ERR_LOAD', /has status 404$/),
  );
  await assert.rejects(
    from(() => Promise.reject(new Error('no network'))),
    fails('ERR_LOAD', /no network$/),
  );
  await assert.rejects(
    from(() => new TextEncoder().encode('<!doctype html>')),
    fails('ERR_LOAD', /is not a WebAssembly file$/),
  );
  await assert.rejects(
    from(() => new Uint8Array()),
    fails('ERR_LOAD', /is not a WebAssembly file$/),
  );
  await assert.rejects(
    from(() => Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
    fails('ERR_LOAD', /does not fit this version/),
  );
  await assert.rejects(
    from(() => bytes.subarray(0, 1000)),
    fails('ERR_KERNEL_UNAVAILABLE', /^the kernel scalar cannot be used: it does not compile: /),
  );
  await assert.rejects(
    from(() => 'scalar.wasm'),
    { name: 'TypeError', message: /^options\.wasm: must give a URL/ },
  );
  await assert.rejects(
    from(() => undefined),
    { name: 'TypeError', message: /^options\.wasm: must give a URL/ },
  );
});

test('a kernel whose self-test fails is not used', async () => {
  const wasm = () => withTrappingExport(bytes, 'self_test');
  await assert.rejects(
    init({ kernel: 'scalar', wasm }),
    fails('ERR_KERNEL_UNAVAILABLE', /^the kernel scalar cannot be used: its self-test failed: .*unreachable/),
  );
});

test('a trap is ERR_FAULT; the next call works, older handles are gone', async () => {
  const pm = await init({ kernel: 'scalar', wasm: () => withTrap(bytes, 'Inv') });
  const kept = pm.modulus(1009n);
  assert.throws(() => pm.modInv(3n, 7n), fails('ERR_FAULT', /unreachable/));
  assert.equal(pm.modPow(3n, 5n, 7n), 5n);
  assert.throws(() => kept.pow(3n, 5n), { name: 'TypeError', message: /^modulus: is gone/ });
  const anew = pm.modulus(1009n);
  assert.throws(() => anew.inv(3n), fails('ERR_FAULT', /unreachable/));
  assert.throws(() => anew.pow(3n, -5n), { name: 'TypeError', message: /^modulus: is gone/ });
  anew.free();
  assert.equal(pm.modPow(3n, 5n, 7n), 5n);
});

test('where no kernel compiles, auto says why for each', async () => {
  const broken = () => bytes.subarray(0, 1000);
  await assert.rejects(
    init({ wasm: broken }),
    fails('ERR_KERNEL_UNAVAILABLE', /^no kernel works here: .*scalar cannot be used: it does not compile/),
  );
  await assert.rejects(
    init({ kernel: 'measure', wasm: broken }),
    fails('ERR_KERNEL_UNAVAILABLE', /^no kernel works here: /),
  );
});

test('the probes: what is found must be there', () => {
  assert.equal(engineHas('nothing'), true);
  assert.equal(engineHas('simd'), true);
  const [major] = process.versions.node.split('.').map(Number);
  if (major === 20) assert.equal(engineHas('fusedMultiplyAdd'), false, 'behind a flag in Node 20');
});

test('fused multiply-add is found behind its flag', {
  skip: !process.version.startsWith('v20.') && 'not Node 20',
}, () => {
  const fuses =
    process.arch === 'arm64' || (process.platform === 'linux' && / fma /.test(readFileSync('/proc/cpuinfo', 'utf8')));
  const probe = pathToFileURL(join(root, 'crate/js/src/probe.ts'));
  const program = `import { engineHas } from '${probe}'; console.log(engineHas('fusedMultiplyAdd'))`;
  const args = ['--experimental-wasm-relaxed-simd', '--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.equal(stdout.trim(), String(fuses), stderr);
});
