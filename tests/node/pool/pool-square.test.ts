// pool.square: squarings modulo any number, in slices that can be stopped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Integer, init } from 'powmod';
import { createPool, type Progress } from 'powmod/pool';
import type { Instances } from '../../../crate/js/src/pool/in-worker/job.ts';
import { jobs } from '../../../crate/js/src/pool/in-worker/jobs.ts';
import { nativePow } from '../../support/native.ts';
import { within } from '../../support/pools.ts';
import { Random } from '../../support/random.ts';

const pm = await init();

/** A prime, modulo which squarings are a short power (Fermat's little theorem). */
const P = 2n ** 607n - 1n;

/** So many squarings that they take a second or more. */
const MANY = 4_000_000;

const squared = (x: bigint, times: number) => nativePow(x, nativePow(2n, BigInt(times), P - 1n), P);

test('gives what a kept modulus gives, modulo odd, even and small numbers', async () => {
  const random = new Random();
  for (const kernel of ['auto', 'bigint'] as const) {
    const pool = await createPool({ workers: 2, kernel });
    await within(pool, async () => {
      const moduli = [1n, 2n, 3n, 64n, 1000n, random.number(300) | 1n, random.number(300) << 7n, 2n ** 100n];
      for (const n of moduli)
        for (const times of [0, 1, 2, 63, 4095, 4096, 4097, 8192, 12_289]) {
          const x = random.number(random.between(0, 700)) * random.pick([1n, -1n]);
          const expected = pm.modulus(n).square(x, times);
          assert.equal(await pool.square(x, times, n), expected, `${x} ${times} ${n}, POWMOD_SEED=${random.seed}`);
        }
      // Powers that repeat end at once.
      for (const x of [2n, 3n, -1n]) {
        const expected = x === 2n ? 0n : 1n;
        assert.equal(await pool.square(x, Number.MAX_SAFE_INTEGER, 2n ** 200n), expected);
        assert.equal(pm.modulus(2n ** 200n).square(x, Number.MAX_SAFE_INTEGER), expected);
      }
      const bytes: Integer = Uint8Array.of(3, 232);
      const padded = await pool.square(Uint8Array.of(3), 5, bytes, { as: 'bytes' });
      assert.deepEqual([...padded], [3, 73]);
      const long = await pool.square(3n, 5, 1000n, { as: 'bytes', length: 4 });
      assert.deepEqual([...long], [0, 0, 3, 73]);
    });
  }
});

test('reports progress, at most ten times a second, and at the end', async () => {
  const pool = await createPool({ workers: 1 });
  await within(pool, async () => {
    const reports: (Progress & { at: number })[] = [];
    const onProgress = (report: Progress) => reports.push({ ...report, at: performance.now() });
    assert.equal(await pool.square(3n, MANY, P, { onProgress }), squared(3n, MANY));
    assert.ok(reports.length > 1, `${reports.length}`);
    assert.deepEqual([reports.at(-1)?.done, reports.at(-1)?.total], [MANY, MANY]);
    for (const [i, { done, total, perSecond, at }] of reports.entries()) {
      assert.ok(done > (reports[i - 1]?.done ?? 0) && total === MANY && perSecond > 0);
      assert.ok(reports.filter((other) => other.at >= at && other.at < at + 1000).length <= 10);
    }
    reports.length = 0;
    await pool.square(3n, 0, P, { onProgress });
    assert.deepEqual(
      reports.map(({ done, total }) => [done, total]),
      [[0, 0]],
    );
  });
});

test('an abort rejects with the reason and frees the worker; an error of onProgress does too', async () => {
  const pool = await createPool({ workers: 1 });
  await within(pool, async () => {
    const [controller, reason] = [new AbortController(), { mine: true }];
    const endless = 2 ** 50;
    const options = { signal: controller.signal, onProgress: () => controller.abort(reason) };
    await assert.rejects(pool.square(3n, endless, P, options), (error) => error === reason);
    const throws = () => {
      throw reason;
    };
    await assert.rejects(pool.square(3n, endless, P, { onProgress: throws }), (error) => error === reason);
    const before = AbortSignal.abort(reason);
    await assert.rejects(pool.square(3n, 1, P, { signal: before }), (error) => error === reason);
    assert.equal(await pool.modPow(3n, 5n, 7n), 5n);
  });
});

test('another worker goes on when one is lost', async () => {
  const workers: Worker[] = [];
  const worker = () => {
    workers.push(new Worker(new URL(import.meta.resolve('powmod/worker'))));
    return workers.at(-1) as Worker;
  };
  const pool = await createPool({ workers: 1, worker });
  await within(pool, async () => {
    const done: number[] = [];
    const onProgress = (report: Progress) => {
      done.push(report.done);
      if (done.length === 1) void workers[0]?.terminate();
    };
    assert.equal(await pool.square(5n, MANY, P, { onProgress }), squared(5n, MANY));
    assert.equal(workers.length, 2);
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
      'no squaring that was reported was done again',
    );
  });
});

test('a worker pauses after at most 2^12 squarings, and ends early where they repeat', async () => {
  const slices: number[] = [];
  const run = async (times: number, done: number, power: () => number) => {
    slices.length = 0;
    let pauses = 0;
    const instance = {
      call(_: unknown, given: { times: number }) {
        slices.push(given.times);
        return Uint8Array.of(power());
      },
    };
    const channel = {
      send() {},
      async pause() {
        pauses++;
      },
    };
    const args = { x: 3n, times, done, modulus: Uint8Array.of(7) };
    await jobs.square({ instance } as unknown as Instances, args, channel);
    return pauses;
  };
  assert.equal(await run(20_000, 100, () => slices.length), 4);
  assert.deepEqual(slices, [4096, 4096, 4096, 4096, 3516]);
  // Two slices with the same end show a period that divides 2^12, so a whole number of slices is left out.
  assert.equal(await run(2 ** 40 + 300, 100, () => 5), 2);
  assert.deepEqual(slices, [4096, 4096, 200]);
});
