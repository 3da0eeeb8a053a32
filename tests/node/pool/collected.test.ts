// A pool that nobody holds ends its workers, as after each hot reload of a page; one that still works does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../support/package.ts';

/**
 * A program in which `started` and `ended` count workers. `take` makes a pool, drops it, and gives what `use` gives.
 */
const withCounts = (work: string) => `
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPool } from 'powmod/pool';

let started = 0;
let ended = 0;
const url = new URL(import.meta.resolve('powmod/worker'));
const worker = () => {
  started++;
  return new Worker(url, { execArgv: [] }).on('exit', () => ended++);
};
const take = async (use) => use(await createPool({ workers: 2, kernel: 'scalar', worker }));
const collect = async () => {
  await setTimeout(5);
  gc();
};
${work}`;

test('an idle pool that is collected ends its workers', () => {
  const program = withCounts(`
for (let i = 0; i < 5; i++) await take((pool) => pool.modPowAll([2n, 3n, 4n], 10n, 1000n));
await take(async (pool) => pool.modPow(2n, -1n, 4n).catch(() => {}));
await take(async (pool) => pool.square(3n, 2 ** 40, 1009n, { signal: AbortSignal.timeout(50) }).catch(() => {}));
while (ended < started) await collect();
console.log(started > 5);
process.exit();`);
  const { stdout, stderr } = runProgram(program, ['--expose-gc']);
  assert.equal(stdout, 'true\n', stderr);
});

test('a pool whose call is under way is not collected', () => {
  const program = withCounts(`
const n = (1n << 1023n) + 1n;
const list = Array.from({ length: 600 }, (_, i) => BigInt(i));
const power = take((pool) => pool.modPowAll(list, n - 2n, n, { as: 'bytes' }));
const prime = take((pool) => pool.randomPrime(512, { safe: true }));
const task = { scheme: 'wesolowski', modulus: 'RSA-2048', input: 3n, iterations: 50_000 };
const proof = take((pool) => pool.prove(task));
let isDone = false;
const all = Promise.all([power, prime, proof]).finally(() => {
  isDone = true;
});
while (!isDone) await collect();
const [powers, p, { output }] = await all;
console.log(powers.length, p >> 511n, output.length);
while (ended < started) await collect();
process.exit();`);
  const { stdout, stderr } = runProgram(program, ['--expose-gc']);
  assert.equal(stdout, '600 1n 514\n', stderr);
});
