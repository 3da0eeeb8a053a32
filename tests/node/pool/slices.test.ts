// Jobs in a worker: they pause after at most 2^12 squarings or 20 ms, so that they can be stopped, and wipe secrets.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instance, WasmInstance } from '../../../crate/js/src/border/instance.ts';
import { type Instances, SLICE } from '../../../crate/js/src/pool/jobs/job.ts';
import { type JobName, jobs } from '../../../crate/js/src/pool/jobs/jobs.ts';
import { operationsOf } from '../../bad-input/kinds.ts';
import { compareOperation, LongDraw } from '../../fuzz/operations.js';
import { kernelFile } from '../../support/package.ts';
import { jobOf, namesOfJobs, poolHere } from '../../support/worker-here.ts';

/** The time between two looks at the clock. */
const STEP_MS = 12;
/** Slices that 20 ms allow. */
const SLICES = 2;

/** The squarings that a call asks for, and the entries that they are for. */
function workOf(given: Record<string, unknown>): { squarings: number; entries: number } {
  const { times, list, indices, exponent, first } = given as Record<string, Uint8Array>;
  if (typeof times === 'number') return { squarings: times, entries: 0 };
  const [entries, bytes] = indices ? [indices.length, first] : exponent && list ? [list.length, exponent] : [1];
  const bits = bytes ? 8 * bytes.length - Math.clz32(bytes[0] as number) + 24 : 0;
  return { squarings: entries * bits, entries };
}

test('each job that may take long pauses, as the operations of the table send it', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += STEP_MS));
  const kernel = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  const paused = new Set<JobName>();
  const pool = await poolHere((name, args, send) => {
    const mayTakeLong = jobOf(name).length === 3; // it has a channel
    let calls = 0;
    const call: Instance['call'] = (operation, given, nameOf) => {
      const { squarings, entries } = workOf(given as Record<string, unknown>);
      assert.ok(squarings <= SLICE || entries === 1, `${name}: ${squarings} squarings`);
      calls++;
      assert.ok(calls <= (mayTakeLong ? SLICES : 1), `${name}: ${calls} calls without a pause`);
      return kernel.call(operation, given, nameOf);
    };
    const instances = { instance: { call } } as unknown as Instances;
    const pause = async () => {
      paused.add(name);
      calls = 0;
    };
    return jobOf(name)(instances, args, { send, pause });
  });
  const unpaused = () => namesOfJobs.filter((name) => jobOf(name).length === 3 && !paused.has(name));
  for (let number = 0; number < 50 && unpaused().length > 0; number++)
    for (const [name, { takes }] of operationsOf('pool'))
      await compareOperation(`pool.${name}`, pool, new LongDraw(number, takes));
  await pool.close();
  assert.deepEqual(unpaused(), [], 'jobs that did not pause');
});

test('squarings end early where they repeat', async () => {
  const slices: number[] = [];
  const call = (_: unknown, { times }: { times: number }) => {
    slices.push(times);
    return Uint8Array.of(5);
  };
  const instances = { instance: { call } } as unknown as Instances;
  const given = { x: 3n, times: 2 ** 40 + 300, done: 100, modulus: Uint8Array.of(7) };
  await jobs.square(instances, given, { send() {}, pause: async () => {} });
  // Two slices with the same end show a period that divides 2^12, so a whole number of slices is left out.
  assert.deepEqual(slices, [4096, 4096, 200]);
});

test('secret terms are wiped, also after an error', async () => {
  for (const isBroken of [false, true]) {
    const call = () => {
      if (isBroken) throw new RangeError('broken');
      return Uint8Array.of(1);
    };
    const secret = (value: number) => ({ bytes: Uint8Array.of(value), width: 1 });
    const terms = [3, 7].map((x) => ({ base: secret(x), exponent: secret(5) }));
    const instances = { instance: { call } } as unknown as Instances;
    const given = { terms, modulus: Uint8Array.of(7), bits: 8 };
    await jobs.powSecret(instances, given, { send() {}, pause: async () => {} }).catch(() => undefined);
    assert.deepEqual(
      terms.flatMap(({ base, exponent }) => [...base.bytes, ...exponent.bytes]),
      [0, 0, 0, 0],
    );
  }
});
