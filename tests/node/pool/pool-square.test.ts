// pool.square: squarings modulo any number, in slices that can be stopped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { createPool, type Progress } from 'powmod/pool';
import type { Instances } from '../../../crate/js/src/pool/in-worker/job.ts';
import { jobs } from '../../../crate/js/src/pool/in-worker/jobs.ts';
import { within } from '../../support/pools.ts';

const pm = await init();

test('powers that repeat end at once, and no squaring is progress too', async () => {
  for (const kernel of ['auto', 'bigint'] as const) {
    const pool = await createPool({ workers: 2, kernel });
    await within(pool, async () => {
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
    });
  }
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
