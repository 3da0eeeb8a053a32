// `init({ first: 'bigint' })`: BigInt answers until the kernel is there. What is kept moves to the kernel, and secrets
// wait for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init as initAll, initSync, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { type InitOptions, init as initPowers, initSync as initPowersSync, type Powers } from 'powmod/powers';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile } from '../../support/package.ts';
import { withTrap } from '../../support/sabotage.ts';
import { watchInstances } from '../../support/watched-instances.ts';

const n = (1n << 2203n) - 1n;
const long = (1n << 2000n) + 12345n;
const secret = Uint8Array.of(10);
const entries = Object.entries({ powmod: initAll, 'powmod/powers': initPowers });
const skip = !globalThis.WebAssembly && 'without WebAssembly no kernel comes';

/** A call at a time when the kernel has not come, and the function that lets it come. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wasm = async (kernel: Parameters<typeof kernelFile>[0]) => {
    await opened;
    return kernelFile(kernel);
  };
  return { open, wasm: wasm as NonNullable<InitOptions['wasm']> };
}

/** What needs no secret, each with its right answer. */
function publicWorks(pm: Powers) {
  const base = toBytes(3n);
  const modulus = toBytes(n);
  const m = pm.modulus(modulus);
  const g = m.fixedBase(base, { exponentBits: 64 });
  const t = m.tables([base, 5n]);
  // What is kept depends on no byte of the caller.
  base.fill(7);
  modulus.fill(7);
  const works: [() => unknown, unknown][] = [
    [() => pm.modPow(3n, long, n), nativePow(3n, long, n)],
    [() => pm.modPow2(3n, long, 5n, 2n, n), (nativePow(3n, long, n) * 25n) % n],
    [() => m.pow(3n, long), nativePow(3n, long, n)],
    [() => m.pow(3n, 17n, { as: 'bytes' }), toBytes(3n ** 17n, 276)],
    [() => g.pow(1000n), nativePow(3n, 1000n, n)],
    [() => t.multiPow([1000n, 17n]), (nativePow(3n, 1000n, n) * 5n ** 17n) % n],
    [
      () =>
        m.multiPow([
          [g, 1000n],
          [5n, 17n],
        ]),
      (nativePow(3n, 1000n, n) * 5n ** 17n) % n,
    ],
    [() => m.product([3n, 5n, -7n]), n - 105n],
    [() => m.inv(1n << 2202n), 2n],
    [() => m.square(3n, 5), 3n ** 32n],
    [() => m.inSubgroup([1n, 2n, n], 2203n), [true, true, false]],
  ];
  return { m, g, t, works };
}

for (const [entry, init] of entries) {
  test(`${entry}: BigInt answers at once, and what is kept moves to the kernel`, { skip }, async () => {
    const { open, wasm } = gate();
    const pm = await init({ first: 'bigint', wasm });
    assert.deepEqual([pm.kernel, pm.choice.kernel, pm.choice.reason], ['bigint', 'bigint', 'until a kernel is loaded']);
    const { m, g, t, works } = publicWorks(pm);
    for (const [work, answer] of works) assert.deepEqual(work(), answer, String(work));

    const waits = { code: 'ERR_KERNEL_UNAVAILABLE', message: /: await pm\.ready before them$/ };
    const secrets = [
      () => pm.modPowSecret(2n, secret, n, { exponentBits: 8 }),
      () => pm.modPow2Secret(2n, secret, 3n, secret, n, { exponentBits: 8 }),
      () => m.powSecret(2n, secret, { exponentBits: 8 }),
      () => m.pow2Secret(2n, secret, 3n, secret, { exponentBits: 8 }),
      () => m.mulAddSecret(secret, secret, secret),
      () => m.invSecret(secret),
      () => g.powSecret(secret),
    ];
    for (const work of secrets) assert.throws(work, waits, String(work));
    assert.throws(() => m.powSecret(2n, secret, { exponentBits: 3 }), RangeError); // a mistake is told first

    open();
    const watch = watchInstances();
    await pm.ready;
    assert.notEqual(pm.kernel, 'bigint');
    assert.equal(pm.choice.kernel, pm.kernel);
    for (const [work, answer] of works) assert.deepEqual(work(), answer, String(work));
    watch.calls.length = 0;
    for (const work of [() => m.pow(3n, long), () => g.pow(1000n), () => t.multiPow([1n, 1n])]) work();
    assert.deepEqual(watch.calls, new Array(3).fill('instance_call'));
    watch.stop();
    const answers = [2n ** 10n, 6n ** 10n, 2n ** 10n, 6n ** 10n, 110n, nativePow(10n, n - 2n, n), 3n ** 10n];
    assert.deepEqual(
      secrets.map((work) => work()),
      answers.map((answer) => toBytes(answer, 276)),
    );
    t.free();
    assert.throws(() => t.multiPow([1n, 1n]), /^TypeError: tables: was freed$/);
    m.free();
    assert.throws(() => m.pow(3n, 5n), /^TypeError: modulus: was freed$/);
    assert.throws(() => g.pow(5n), /^TypeError: modulus: was freed$/);
  });

  test(`${entry}: what is freed before the kernel comes stays freed`, { skip }, async () => {
    const { open, wasm } = gate();
    const pm = await init({ first: 'bigint', wasm });
    const { m, g } = publicWorks(pm);
    const other = pm.modulus(7n);
    other.free();
    m.free();
    open();
    await pm.ready;
    for (const work of [() => other.pow(3n, 5n), () => m.pow(3n, 5n), () => g.pow(5n)])
      assert.throws(work, /^TypeError: modulus: was freed$/);
    g.free();
  });

  test(`${entry}: after a fault of the kernel nothing is made again`, { skip }, async () => {
    const trap = withTrap(kernelFile('scalar'), operations.square);
    const wasm = (kernel: string) => (kernel === 'scalar' ? trap : new Uint8Array(1));
    const pm = await init({ first: 'bigint', wasm: wasm as InitOptions['wasm'] & {} });
    const { m, g } = publicWorks(pm);
    const late = pm.modulus(n);
    await pm.ready;
    assert.equal(pm.kernel, 'scalar');
    assert.equal(g.pow(5n), 243n);
    assert.throws(() => m.square(3n, 5), { code: 'ERR_FAULT' });
    for (const work of [() => m.pow(3n, 5n), () => g.pow(5n)]) assert.throws(work, /^TypeError: \w+: is gone, because/);
    assert.equal(late.pow(3n, 5n), 243n); // it never was in the memory that is lost
    assert.equal(pm.modulus(n).pow(3n, 5n), 243n);
  });

  test(`${entry}: where no kernel comes BigInt goes on, and says why`, async () => {
    for (const allowVariableTime of [false, true]) {
      const wasm = () => Promise.reject(new Error('offline'));
      const pm = await init({ first: 'bigint', wasm, allowVariableTime });
      const { works } = publicWorks(pm);
      await pm.ready;
      assert.equal(pm.kernel, 'bigint');
      assert.match(pm.choice.reason, globalThis.WebAssembly ? /offline/ : /WebAssembly/);
      for (const [work, answer] of works) assert.deepEqual(work(), answer, String(work));
      const power = () => pm.modPowSecret(2n, secret, n, { exponentBits: 8 });
      if (allowVariableTime) assert.deepEqual(power(), toBytes(1024n, 276));
      else assert.throws(power, { code: 'ERR_KERNEL_UNAVAILABLE', message: /they need WebAssembly$/ });
    }
  });

  test(`${entry}: a signal ends the wait, and a wrong provider is told`, { skip }, async () => {
    const controller = new AbortController();
    const pm = await init({ first: 'bigint', wasm: gate().wasm, signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(pm.ready, { message: 'enough' });
    assert.ok(Object.isFrozen(pm.choice));
    assert.deepEqual([pm.kernel, pm.choice.reason, pm.modPow(3n, 5n, 7n)], ['bigint', 'enough', 5n]);
    assert.throws(() => pm.modPowSecret(2n, secret, n, { exponentBits: 8 }), /they need WebAssembly$/);
    await assert.rejects(
      init({ first: 'bigint', signal: AbortSignal.abort('before') }),
      (reason) => reason === 'before',
    );
    const wrong = await init({ first: 'bigint', wasm: () => 5 as never });
    await assert.rejects(wrong.ready, { name: 'TypeError', message: /^options\.wasm: must give/ });
    assert.equal(wrong.modPow(3n, 5n, 7n), 5n);
    // Whoever does not wait meets no unhandled rejection: the test runner would report it.
    void (await init({ first: 'bigint', wasm: () => 5 as never }));
  });

  test(`${entry}: it is for a kernel that powmod chooses`, async () => {
    for (const kernel of ['scalar', 'bigint'] as const)
      await assert.rejects(init({ first: 'bigint', kernel }), { name: 'RangeError', message: /^options\.first: / });
    await assert.rejects(init({ first: 'scalar' as 'bigint' }), { name: 'RangeError', message: /^options\.first: / });
    await assert.rejects(init({ first: 5 as never }), { name: 'TypeError', message: /^options\.first: / });
    const pm = await init({ first: 'bigint', kernel: 'measure' });
    await pm.ready;
    assert.equal(pm.modPow(3n, 5n, 7n), 5n);
    await (await init()).ready;
  });
}

test('keys wait for the kernel', { skip }, async () => {
  const { open, wasm } = gate();
  const pm = await initAll({ first: 'bigint', wasm });
  const [p, q, e] = [Uint8Array.of(61), Uint8Array.of(53), Uint8Array.of(17)];
  assert.throws(() => pm.rsaPrivateKey({ p, q, e }), { code: 'ERR_KERNEL_UNAVAILABLE', message: /await pm\.ready/ });
  assert.equal(pm.isProbablePrime(n), true);
  open();
  await pm.ready;
  const key = pm.rsaPrivateKey({ p, q, e });
  assert.deepEqual(key.pow(65n), toBytes(nativePow(65n, 2753n, 3233n)));
  key.free();
});

test('what starts at once, and a pool, have no first kernel', async () => {
  const options = { first: 'bigint' } as object;
  for (const start of [initSync, initPowersSync]) assert.throws(() => start(options), /^TypeError: options\.first: /);
  await assert.rejects(createPool(options), { name: 'TypeError', message: /^options\.first: / });
});
