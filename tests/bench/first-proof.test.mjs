// Which visits of the bench of first pages count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { held } from '../../bench/first-proof/engines.mjs';

test('a visit counts where the processor was slow and each request took its latency', () => {
  const network = { latency: 60, bitsPerSecond: 9e6 };
  const quick = { begin: 50, spin: 10 };
  const usual = 10;
  assert.ok(held({}, quick, usual));
  assert.ok(!held({ slow: { processor: 4 } }, quick, usual));
  assert.ok(held({ slow: { processor: 4 } }, { ...quick, spin: 20 }, usual));
  assert.ok(!held({ slow: { network } }, quick, usual));
  assert.ok(held({ slow: { network } }, { ...quick, begin: 120 }, usual));
  assert.ok(!held({ slow: { processor: 4, network } }, { begin: 120, spin: 19 }, usual));
});
