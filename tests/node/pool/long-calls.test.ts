// The long calls of a pool have this in common: they report progress, end by a signal, and survive the loss of a
// worker.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { init, type ProofFile, toBigint } from 'powmod';
import { verifyVdfs } from 'powmod/chia';
import type { Pool, Progress } from 'powmod/pool';
import { exampleOf, kindsOf, operationsOf } from '../../bad-input/kinds.ts';
import { mainnet } from '../../support/chia-vectors.ts';
import { nativePow } from '../../support/native.js';
import { lose, openPool } from '../../support/pools.ts';
import { makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';

const pm = await init();

interface Options {
  signal?: AbortSignal;
  onProgress?: (report: Progress) => void;
}

interface Call {
  total: number;
  start: (pool: Pool, options: Options) => Promise<unknown>;
  check: (result: never) => void;
}

/** A prime, modulo which squarings are a short power (Fermat's little theorem). */
const P = 2n ** 607n - 1n;
const SQUARINGS = 2_000_000;

const MODULUS = 2n ** 2203n - 1n;
const BASES = Array.from({ length: 100 }, (_, i) => BigInt(i + 2));
const EXPONENT = 2n ** 2200n - 1n;
const checkPowers = (powers: (bigint | Uint8Array)[]) => {
  assert.equal(powers.length, BASES.length);
  for (const i of [0, 7, 50, 99]) {
    const power = powers[i] as bigint | Uint8Array;
    assert.equal(typeof power === 'bigint' ? power : toBigint(power), nativePow(BigInt(i + 2), EXPONENT, MODULUS));
  }
};

const valid = Array.from({ length: 6 }, (_, i) => makeWesolowski(pm, n, Uint8Array.of(i), 500 + i));
const proofs = Array.from({ length: 700 }, (_, i) => {
  const proof = valid[i % 6] as ProofFile;
  return i % 3 ? proof : { ...proof, iterations: 1234 };
});
const verifying = (batch: boolean): Call => ({
  total: proofs.length,
  start: (pool, options) => pool.verifyAll(proofs, { batch, ...options }),
  check: (verdicts) =>
    assert.deepEqual(
      verdicts,
      proofs.map((_, i) => i % 3 !== 0),
    ),
});

const CALLS: Record<string, Call> = {
  square: {
    total: SQUARINGS,
    start: (pool, options) => pool.square(5n, SQUARINGS, P, options),
    check: (power) => assert.equal(power, nativePow(5n, nativePow(2n, BigInt(SQUARINGS), P - 1n), P)),
  },
  evaluate: {
    total: SQUARINGS / 4,
    start: (pool, options) => pool.evaluate({ modulus: n, input: 2n, iterations: SQUARINGS / 4 }, options),
    check: ({ output }: { output: bigint }) => assert.equal(output, pm.modulus(n).square(2n, SQUARINGS / 4)),
  },
  modPowAll: {
    total: BASES.length,
    start: (pool, options) => pool.modPowAll(BASES, EXPONENT, MODULUS, options),
    check: checkPowers,
  },
  'modPowAll of secrets': {
    total: BASES.length,
    start: (pool, options) => pool.modPowAll(BASES, EXPONENT, MODULUS, { secret: { exponentBits: 2200 }, ...options }),
    check: checkPowers,
  },
  verifyAll: verifying(false),
  'verifyAll in batches': verifying(true),
  verifyVdfs: {
    total: 40,
    start: (pool, options) => verifyVdfs(new Array(40).fill(mainnet), { pool, ...options }),
    check: (verdicts) => assert.deepEqual(verdicts, new Array(40).fill(true)),
  },
};

for (const [name, { total, start, check }] of Object.entries(CALLS))
  describe(name, () => {
    test('progress never falls, comes ten times a second at most, and ends, though a worker is lost', async () => {
      await using own = await openPool({ workers: 1 });
      const { pool, workers } = own;
      const reports: (Progress & { at: number })[] = [];
      const onProgress = (report: Progress) => {
        if (reports.push({ ...report, at: performance.now() }) === 1) lose(workers[0]);
      };
      check((await start(pool, { onProgress })) as never);
      assert.equal(workers.length, 2);
      assert.ok(reports.length > 1);
      assert.equal(reports.at(-1)?.done, total);
      for (const [i, { done, perSecond, at, ...report }] of reports.entries()) {
        assert.ok(report.total === total && done >= (reports[i - 1]?.done ?? 0));
        assert.ok(Number.isFinite(perSecond) && perSecond >= 0);
        assert.ok(reports.filter((other) => other.at >= at && other.at < at + 1000).length <= 10);
      }
    });

    test('ends by a signal, before it starts and in the middle, and by an error of onProgress', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] }); // a slow machine's worker is not ended
      await using own = await openPool({ workers: 1 });
      const { pool, workers } = own;
      const reason = { mine: true };
      const isReason = (error: unknown) => error === reason;
      await assert.rejects(start(pool, { signal: AbortSignal.abort(reason) }), isReason);
      assert.equal(workers.length, 0);
      const controller = new AbortController();
      const onProgress = () => controller.abort(reason);
      await assert.rejects(start(pool, { signal: controller.signal, onProgress }), isReason);
      const thrower = () => {
        throw reason;
      };
      await assert.rejects(start(pool, { onProgress: thrower }), isReason);
      assert.equal(await pool.modPow(3n, 5n, 7n), 5n);
      assert.equal(workers.length, 1, 'the worker is free again');
    });
  });

test('an evaluation that goes back to its last check, as a worker is lost, has no progress that falls', async () => {
  await using own = await openPool({ workers: 1 });
  const { pool, workers } = own;
  const controller = new AbortController();
  const reports: number[] = [];
  const onProgress = ({ done }: Progress) => {
    reports.push(done);
    if (reports.length === 2) lose(workers[0]);
    if (reports.length === 5) controller.abort();
  };
  // The evaluation is so long that no check comes before the loss.
  const task = { modulus: MODULUS * (2n ** 2281n - 1n), input: 2n, iterations: 2 ** 40 };
  await assert.rejects(pool.evaluate(task, { signal: controller.signal, onProgress }), { name: 'AbortError' });
  assert.equal(workers.length, 2);
  const sorted = reports.toSorted((a, b) => a - b);
  assert.deepEqual(reports, sorted);
});

/** A call of a pool. Its list, if it has one, gets its first entry from `list`. */
interface Tried {
  takesSignal: boolean;
  call(pool: Pool, list: <T>(entry: T) => Iterable<T>, options: { signal?: AbortSignal }): unknown;
}

const kinds = kindsOf(pm);

const ofTable = operationsOf('pool').map(([name, { takes }]): [string, Tried] => [
  name,
  {
    takesSignal: /^long|^poolPrime/.test(takes.options ?? ''),
    call(pool, list, options) {
      const given = exampleOf(takes, kinds);
      for (const [argument, kind] of Object.entries(takes))
        if (/^(terms|integers|invertibles|proofs)$/.test(kind))
          given[argument] = list((given[argument] as unknown[])[0]);
      given.options = { ...(given.options as object), ...options };
      return Reflect.get(pool, name).apply(pool, Object.values(given));
    },
  },
]);

const others = Object.entries<Tried['call']>({
  'modPowAll of terms': (pool, list, signal) => pool.modPowAll(list([3n, 5n] as const), P, signal),
  'modPowAll of secrets': (pool, list, signal) =>
    pool.modPowAll(list(3n), 5n, P, { secret: { exponentBits: 8 }, ...signal }),
  'modMultiPow in parallel': (pool, list, signal) =>
    pool.modMultiPow(list([3n, 5n] as const), P, { method: 'parallel', ...signal }),
  evaluate: (pool, _, signal) => pool.evaluate({ modulus: n, input: 2n, iterations: 5 }, signal),
  prove: (pool, _, signal) => pool.prove({ scheme: 'pietrzak', modulus: n, input: 2n, iterations: 5 }, signal),
  'verifyVdfs of powmod/chia': (pool, _, signal) => verifyVdfs([mainnet], { pool, ...signal }),
}).map(([name, call]): [string, Tried] => [name, { takesSignal: true, call }]);

const EVERY = [...ofTable, ...others];

test('a closed pool, and a signal that has aborted, refuse each call: no list is read, no worker started', async () => {
  const { pool, workers } = await openPool({ workers: 1 });
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(pool)).filter(
    (name) => typeof Reflect.get(pool, name) === 'function' && !['constructor', 'close'].includes(name),
  );
  const tried = new Set(EVERY.map(([name]) => name.replace(/ .*/, '')));
  assert.deepEqual([...tried].filter((name) => name !== 'verifyVdfs').sort(), names.sort());
  let reads = 0;
  const iterable = <T>(entry: T): Iterable<T> => ({
    *[Symbol.iterator]() {
      reads++;
      yield entry;
    },
  });
  const later = <T>(entry: T) => ({
    async *[Symbol.asyncIterator]() {
      reads++;
      yield entry;
    },
  });
  const refuses = async (call: () => unknown, error: object, name: string) => {
    const results = async () => {
      const result = (await call()) as AsyncGenerator | undefined;
      return typeof result?.next === 'function' ? result.next() : result;
    };
    await assert.rejects(results, error, name);
    assert.deepEqual([reads, workers.length], [0, 0], name);
  };
  const reason = { name: 'mine' };
  for (const [name, { call }] of EVERY.filter(([, { takesSignal }]) => takesSignal))
    for (const list of [iterable, later as unknown as typeof iterable])
      await refuses(() => call(pool, list, { signal: AbortSignal.abort(reason) }), reason, name);
  await pool.close();
  const closed = { name: 'TypeError', message: 'pool: was closed' };
  for (const [name, { call }] of EVERY)
    for (const list of [iterable, later as unknown as typeof iterable])
      await refuses(() => call(pool, list, {}), closed, name);
});
