// workshop/timing.js notices a neighbour: it takes all samples again, and marks what disagrees even then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../crate/build/run.mjs';
import { missingProgram, nodeProgram } from '../../workshop/engines/engines.mjs';
import { byProcessor, timeInTurn } from '../../workshop/timing.js';
import { leftOut } from '../support/left-out.mjs';

const node24 = nodeProgram(24);

/** Times a case on a clock of its own: `msOf` gives the milliseconds of each sample. */
async function timed(msOf) {
  let sample = 0;
  const { one } = await timeInTurn([{ name: 'one', milliseconds: () => msOf(sample++) }], { rounds: 20, warmMs: 0 });
  return { ...one, samples: sample - 2 }; // two calls find the number of repetitions
}

test('steady samples are taken once', async () => {
  const { samples, unsteady, min } = await timed((i) => 20 + (i % 3));
  assert.equal(samples, 20);
  assert.equal(unsteady, undefined);
  assert.equal(min, 20_000);
});

test('a disturbed half is followed by more samples, which settle the time', async () => {
  const { samples, unsteady } = await timed((i) => (i < 12 ? 30 : 20));
  assert.equal(samples, 40);
  assert.equal(unsteady, undefined);
});

test('a time that never settles is marked', async () => {
  const { samples, unsteady } = await timed((i) => 20 + i);
  assert.equal(samples, 40);
  assert.equal(unsteady, true);
});

test("a case is timed by the processor's time, and one that has none by the clock", () => {
  const [clock, processor] = [() => 2, () => 1];
  assert.equal(byProcessor({ name: 'program', milliseconds: clock, processor }).milliseconds, processor);
  assert.equal(byProcessor({ name: 'pool', milliseconds: clock }).milliseconds, clock);
  const { run, milliseconds } = byProcessor({ name: 'call', run: () => {} });
  assert.equal(run, undefined);
  assert.equal(typeof milliseconds, 'function');
});

test("the processor's time is finer than the system's ticks", { skip: leftOut(missingProgram(node24)) }, async () => {
  const program = `
    import { byProcessor } from ${JSON.stringify(new URL('../../workshop/timing.js', import.meta.url))};
    const run = () => {
      for (const end = performance.now() + 1; performance.now() < end; );
    };
    const { milliseconds } = byProcessor({ name: 'a millisecond', run });
    console.log(JSON.stringify(Array.from({ length: 400 }, () => milliseconds(1))));`;
  const samples = JSON.parse(await run(node24, ['--input-type=module', '--eval', program]));
  // Where a neighbour has the processor, a sample has less than its millisecond, and perhaps nothing.
  const between = samples.filter((ms) => ms > 0.02 && ms < 3);
  assert.ok(between.length > 40, `${between.length} of 400 are finer than a tick of 4 ms`);
});
