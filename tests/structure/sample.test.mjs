// The sample of what takes long, as under emulation: it turns with the commit, and leaves nothing out for good.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleOf } from '../support/sample.mjs';

const lists = { engine: ['a', 'b'], length: [1, 2, 3], file: ['c', 'd'] };
const COMBINATIONS = 12;

test('samples of numbers that follow one another meet each combination once', () => {
  const met = new Set();
  for (let number = 0xfffffff0; number < 0xfffffff0 + COMBINATIONS; number++) {
    const sample = sampleOf(lists, number);
    for (const [name, one] of Object.entries(sample)) assert.ok(one.length === 1 && lists[name].includes(one[0]));
    assert.deepEqual(sampleOf(lists, number), sample);
    met.add(JSON.stringify(sample));
  }
  assert.equal(met.size, COMBINATIONS);
});

test('without a number it takes all', () => assert.deepEqual(sampleOf(lists, undefined), lists));
