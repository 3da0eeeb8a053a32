// The timer behind every figure, with cases that take a known time; and the format of figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure, percent, ratio, ratioText, table, time } from '../../bench/report/format.mjs';
import { LONG_LOOPS, timeInTurn } from '../../workshop/timing.js';

/** A case that takes `ms` for each repetition, and records its calls. */
const thing = (name, ms, log = []) => ({
  name,
  milliseconds: async (times) => {
    log.push(name);
    return times * ms;
  },
});

test('cases are timed in turn', async () => {
  const log = [];
  await timeInTurn([thing('a', 5, log), thing('b', 5, log)], { rounds: 3, sampleMs: 5, warmMs: 0 });
  assert.deepEqual(log.slice(-6), ['a', 'b', 'a', 'b', 'a', 'b']);
});

test('a timing is the minimum and the median of the samples, in microseconds', async () => {
  const lengths = [9, 4, 8, 2, 6, 7]; // the first call calibrates
  const { a } = await timeInTurn([{ name: 'a', milliseconds: async () => lengths.shift() }], {
    rounds: 5,
    sampleMs: 9,
    warmMs: 0,
    keep: true,
  });
  assert.deepEqual(a, { min: 2000, median: 6000, times: 1, samples: [4000, 8000, 2000, 6000, 7000] });
});

test('a slow case has fewer samples, but at least three, and one in the first round', async () => {
  const cases = [thing('fast', 1), thing('slow', 35), thing('slowest', 5000)];
  const timings = await timeInTurn(cases, { rounds: 7, sampleMs: 10, warmMs: 0, slowMs: 15, keep: true });
  const isTaken = ({ samples }) => samples.map((sample) => (sample === null ? 0 : 1)).join('');
  assert.equal(isTaken(timings.fast), '1111111');
  assert.equal(isTaken(timings.slow), '1010101');
  assert.equal(isTaken(timings.slowest), '1001001');
  assert.equal(timings.slowest.min, 5_000_000);
});

test("loops by the paper's method last 200 ms", async () => {
  for (const ms of [0.3, 7, 150, 300]) {
    const { a } = await timeInTurn([thing('a', ms)], { ...LONG_LOOPS, rounds: 3, warmMs: 0 });
    assert.ok(a.times * ms >= 200, `${a.times} of ${ms} ms`);
  }
});

test('a ratio has the quartiles of the rounds in which both cases were timed', () => {
  const one = { min: 10, median: 20, samples: [10, null, 30, 20, 40, 50] };
  const other = { min: 5, median: 10, samples: [10, 7, 10, 10, 10, 10] };
  assert.deepEqual(ratio(one, other), { min: 2, median: 2, low: 2, high: 4 });
  assert.deepEqual(ratio({ min: 3, median: 8 }, { min: 2, median: 4 }), { min: 1.5, median: 2 });
  assert.equal(ratio(undefined, other), undefined);
  assert.equal(ratioText(one, other), '2.00 (median 2.00, 2.00 to 4.00)');
});

test('figures have three digits and no exponent', () => {
  assert.deepEqual(
    [0, 0.01234, 1.005, 12.36, 999.6, 123456, undefined].map((x) => figure(x)),
    ['0', '0.0123', '1.00', '12.4', '1000', '123000', '–'],
  );
  assert.deepEqual([0.5, 1500, 2.5e6].map(time), ['0.500 µs', '1.50 ms', '2.50 s']);
  assert.equal(percent(0.1234), '12.3 %');
  assert.equal(table(['a', 'b'], [['x', '1']]), '| a | b |\n| --- | ---: |\n| x | 1 |');
});
