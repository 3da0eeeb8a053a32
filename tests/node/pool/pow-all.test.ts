// pool.modPowAll and pool.modPowSecret: lists of powers, in slices that all workers share. And pool.square.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, PowmodError, toBigint, toBytes } from 'powmod';
import { createPool, type Progress } from 'powmod/pool';
import { viewOf } from '../../../crate/js/src/input/reading.ts';
import { resultsOf } from '../../../crate/js/src/pool/calls/lists.ts';
import { collect, later } from '../../support/lists.ts';
import { nativePow } from '../../support/native.js';
import { openPool } from '../../support/pools.ts';
import { Random } from '../../support/random.ts';

const pm = await init();
const random = new Random();
const seed = `POWMOD_SEED=${random.seed}`;

test('what has no inverse is named by its place in the whole list, and nothing gives nothing', async () => {
  for (const kernel of ['auto', 'bigint'] as const) {
    await using pool = await createPool({ workers: 2, kernel });
    assert.deepEqual(await pool.modPowAll([], 5n, 7n), []);
    assert.deepEqual(await pool.modPowAll([], 7n), []);
    assert.deepEqual(await pool.modInvAll([], 7n), []);
    const n = 10n ** 200n;
    const list = Array.from({ length: 600 }, (_, i) => 10n ** 30n * BigInt(i) + 1n).with(577, n);
    await assert.rejects(pool.modInvAll(list, n), /^RangeError: list\[577\]: has no inverse modulo the modulus$/);
    await assert.rejects(pool.modPowAll(list, -1n, n), /^RangeError: bases\[577\]: has no inverse/);
  }
});

test('secret exponents: the same results as without, and arguments that stay the caller’s', async () => {
  await using pool = await createPool({ workers: 2 });
  const n = random.number(700) | 1n;
  const length = toBytes(n).length;
  const bases = [0n, 1n, -5n, n - 1n, ...Array.from({ length: 60 }, () => random.number(800))];
  const exponents = bases.map(() => random.number(random.between(0, 200)));
  const secret = { exponentBits: 200 };
  const expected = (exponentOf: (i: number) => bigint) =>
    bases.map((base, i) => toBytes(nativePow(base, exponentOf(i), n), length));

  const exponent = toBytes(exponents[0] as bigint);
  const copy = exponent.slice();
  const powers = await pool.modPowAll(bases, exponent, n, { secret });
  const one = expected(() => toBigint(copy));
  assert.deepEqual(powers, one, seed);
  assert.deepEqual(exponent, copy, 'the caller’s bytes are neither moved nor wiped');
  const power = pool.modPowSecret(7n, exponent, n, secret);
  exponent.fill(255);
  assert.deepEqual(await power, pm.modPowSecret(7n, copy, n, secret));
  const terms = bases.map((base, i) => [base, toBytes(exponents[i] as bigint)] as const);
  const several = expected((i) => exponents[i] as bigint);
  assert.deepEqual(await pool.modPowAll(terms, n, { secret }), several, seed);
  assert.deepEqual(await pool.modPowSecret(7n, copy, 1n, secret), new Uint8Array(1));
  await assert.rejects(pool.modPowAll([], copy, 8n, { secret }), /^RangeError: modulus: /);
  const asBigint = { secret, as: 'bigint' as const };
  await assert.rejects(pool.modPowAll([7n], 5n, n, asBigint), /^RangeError: options\.secret: gives bytes/);
});

test('the kernel bigint refuses secrets', async () => {
  await using pool = await createPool({ workers: 1, kernel: 'bigint' });
  const secret = { exponentBits: 8 };
  for (const work of [pool.modPowSecret(3n, 5n, 7n, secret), pool.modPowAll([3n], 5n, 7n, { secret })])
    await assert.rejects(work, (error) => error instanceof PowmodError && error.code === 'ERR_KERNEL_UNAVAILABLE');
});

test('a pool of many workers reads few powers at once, and no listener is too many for Node', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const worker = () => ({ postMessage() {}, terminate() {}, on() {} });
  const pool = await createPool({ workers: 200, worker });
  let reads = 0;
  const terms = Array.from({ length: 5000 }, () =>
    Object.defineProperty([2n, 3n] as [bigint, bigint], 0, {
      get() {
        reads++;
        return 2n;
      },
    }),
  );
  const call = assert.rejects(pool.modPowAll(terms, 7n), { code: 'ERR_WORKER' });
  assert.ok(reads >= 201 && reads <= 2 * 201, `${reads}`);
  await pool.close();
  await call;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  assert.deepEqual(warnings, []);
});

test('one signal for many calls is one listener', async () => {
  await using pool = await createPool({ workers: 1 });
  const controller = new AbortController();
  let added = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    added++;
    add(...given);
  };
  for (let i = 0; i < 12; i++) await pool.modPowAll([2n], 3n, 7n, { signal });
  const calls = Array.from({ length: 30 }, () => pool.modPowAll([2n], 3n, 7n, { signal }));
  controller.abort(new Error('mine'));
  for (const call of calls) await assert.rejects(call, /^Error: mine$/);
  assert.equal(added, 1);
});

test('copies of shared secrets are wiped, of a list that is asynchronous too', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(1)).fill(5);
  for (const source of [[shared], later([shared])]) {
    const copies: Uint8Array[] = [];
    const read = (entry: unknown, i: number) => {
      copies.push(viewOf(entry, `list[${i}]`) as Uint8Array);
      return 5;
    };
    const list = { source, name: 'list', content: 'bytes', read, keep: undefined };
    const results = resultsOf(
      { maxWorkers: 1 } as never,
      list,
      { onProgress: undefined, signal: undefined },
      {
        atOnce: 1,
        work: () => 1,
        run: async (terms: readonly number[]) => terms,
        present: (answer: number) => answer,
        wipe() {},
      },
    );
    const found = results instanceof Promise ? await results : await collect(results);
    assert.deepEqual([found, copies], [[5], [Uint8Array.of(0)]]);
  }
});

test('a pool that closes lets its workers wipe their secrets first', async () => {
  const events: unknown[] = [];
  const { pool } = await openPool({ workers: 1 }, (worker) => {
    const { postMessage, terminate } = worker;
    worker.postMessage = (order, transfer) => {
      events.push(order.kind);
      Reflect.apply(postMessage, worker, [order, transfer]);
    };
    worker.on('message', ({ kind }) => events.push(kind));
    worker.terminate = () => {
      events.push('end');
      return Reflect.apply(terminate, worker, []);
    };
  });
  const secret = { exponentBits: 2200 };
  const bytes = new Uint8Array(275).fill(0xa5);
  let closing: Promise<void> | undefined;
  const onProgress = () => {
    closing ??= pool.close();
  };
  await assert.rejects(pool.modPowAll(MANY, bytes, MODULUS, { secret, onProgress }), { code: 'ERR_WORKER' });
  await closing;
  const last = events.filter((event) => event !== 'update').slice(-3);
  assert.match(last.join(), /^stop,(failed|done),end$/); // it may have been at its end
});

/** A list that takes a second or more. */
const MODULUS = 2n ** 2203n - 1n;
const MANY = Array.from({ length: 500 }, (_, i) => BigInt(i + 2));

test('powers that repeat end at once, and no squaring is progress too', async () => {
  for (const kernel of ['auto', 'bigint'] as const) {
    await using pool = await createPool({ workers: 2, kernel });
    for (const x of [2n, 3n, -1n]) {
      const expected = x === 2n ? 0n : 1n;
      assert.equal(await pool.square(x, Number.MAX_SAFE_INTEGER, 2n ** 200n), expected);
      assert.equal(pm.modulus(2n ** 200n).square(x, Number.MAX_SAFE_INTEGER), expected);
    }
    for (const times of [4095, 4096, 4097, 12_289])
      assert.equal(await pool.square(-3n, times, 10n ** 90n), pm.modulus(10n ** 90n).square(-3n, times));
    const reports: number[][] = [];
    await pool.square(3n, 0, 1000n, { onProgress: ({ done, total }: Progress) => reports.push([done, total]) });
    assert.deepEqual(reports, [[0, 0]]);
  }
});
