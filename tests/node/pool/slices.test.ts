// Jobs inside a worker: it pauses after at most 2^12 squarings or 20 ms, so that it can be stopped, and wipes secrets.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instances } from '../../../crate/js/src/pool/in-worker/job.ts';
import { jobs } from '../../../crate/js/src/pool/in-worker/jobs.ts';

/** A worker whose instance answers by `call`, and which counts its pauses. */
function workerOf<Given>(call: (operation: unknown, given: Given) => unknown) {
  let pauses = 0;
  const channel = {
    send() {},
    async pause() {
      pauses++;
    },
  };
  return { instances: { instance: { call } } as unknown as Instances, channel, pauses: () => pauses };
}

test('squarings: at most 2^12 in a slice, and an early end where they repeat', async () => {
  const run = async (times: number, done: number, power: (slices: number) => number) => {
    const slices: number[] = [];
    const { instances, channel, pauses } = workerOf((_, given: { times: number }) => {
      slices.push(given.times);
      return Uint8Array.of(power(slices.length));
    });
    await jobs.square(instances, { x: 3n, times, done, modulus: Uint8Array.of(7) }, channel);
    return { slices, pauses: pauses() };
  };
  const whole = await run(20_000, 100, (slices) => slices);
  assert.deepEqual(whole, { slices: [4096, 4096, 4096, 4096, 3516], pauses: 4 });
  // Two slices with the same end show a period that divides 2^12, so a whole number of slices is left out.
  assert.deepEqual(await run(2 ** 40 + 300, 100, () => 5), { slices: [4096, 4096, 200], pauses: 2 });
});

test('candidates for a prime: those of 2^12 squarings, or one that takes more', async () => {
  for (const [bits, slice] of [
    [1024, 4],
    [3000, 1],
    [16_384, 1],
  ] as const) {
    const slices: number[][] = [];
    const { instances, channel, pauses } = workerOf((_, { indices }: { indices: number[] }) => {
      slices.push(indices);
      return indices.includes(8) ? 8 : -1;
    });
    const first = new Uint8Array(bits / 8).fill(255);
    const args = { first, safe: false, indices: Array.from({ length: 11 }, (_, i) => i), bases: [] };
    assert.equal(await jobs.firstPrime(instances, args, channel), 8);
    assert.deepEqual(
      slices.map((indices) => indices.length),
      new Array(pauses()).fill(slice).with(-1, slices.at(-1)?.length),
    );
    assert.deepEqual(slices.flat(), args.indices.slice(0, slice === 4 ? 11 : 9));
    assert.equal(await jobs.firstPrime(instances, { ...args, indices: [1, 2] }, channel), undefined);
  }
});

test('powers: a pause where a slice is over; secret terms are wiped, also after an error', async () => {
  const slow = (isBroken: boolean) =>
    workerOf(() => {
      const end = performance.now() + 12;
      while (performance.now() < end);
      if (isBroken) throw new RangeError('broken');
      return Uint8Array.of(1);
    });
  const term = { base: 3n, exponent: 5n, baseName: 'base' };
  const modulus = Uint8Array.of(7);
  const { instances, channel, pauses } = slow(false);
  await jobs.powAll(instances, { terms: [term, term, term, term, term], modulus }, channel);
  assert.ok(pauses() >= 2, `${pauses()}`);
  for (const isBroken of [false, true]) {
    const secretTerm = () => ({
      base: { bytes: Uint8Array.of(3), width: 1 },
      exponent: { bytes: Uint8Array.of(5), width: 1 },
    });
    const terms = [secretTerm(), secretTerm()];
    const { instances, channel } = slow(isBroken);
    await Promise.resolve(jobs.powSecret(instances, { terms, modulus, bits: 8 }, channel)).catch(() => undefined);
    assert.deepEqual(
      terms.flatMap(({ base, exponent }) => [...base.bytes, ...exponent.bytes]),
      [0, 0, 0, 0],
    );
  }
});
