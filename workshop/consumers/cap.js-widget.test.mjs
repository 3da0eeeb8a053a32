// Cap's time-lock puzzle: the worker of its widget, and one on powmod. The package has no tests of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groups, init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, provesWork } from './on-powmod.mjs';
import { capWorker } from './packages.mjs';

const { workerOn } = await recipe('cap.mjs');
const { on: pm, count } = counted(await init());

const puzzle = (bits, t) => ({
  data: { kind: 'rsw', N: (groups['RSA-2048'] >> BigInt(2048 - bits)).toString(16), x: 'c0ffee', t },
});

for (const [bits, t] of [
  [2048, 1],
  [2048, 64],
  [2048, 5000],
  [2041, 6451],
  [1024, 10_000],
])
  test(`${bits} bits, ${t} squarings: the same messages`, async () => {
    const [own, ours] = [[], []];
    await capWorker((message) => own.push(message))(puzzle(bits, t));
    workerOn(pm, (message) => ours.push(message))(puzzle(bits, t));
    for (const messages of [own, ours]) {
      const { durationMs, ...last } = messages.at(-1);
      assert.match(durationMs, /^\d+\.\d\d$/);
      messages[messages.length - 1] = last;
    }
    assert.equal(own.at(-1).found, true);
    assert.deepEqual(ours, own);
  });

provesWork(count);
