// Every target for three seconds, and all public operations with their oracles, on every kernel, as long: `npm run
// hunts` is for longer.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyKernel } from '../../../workshop/kernels.js';
import { STALE } from '../../support/available.js';
import operations from '../operations.js';
import { lifetimes } from './lifetimes.ts';
import { onFunctions, onInstance, onModulus, onPool, primes, secrets } from './numbers.ts';
import { run } from './target.ts';

const SECONDS = 3;

for (const target of [onInstance, onFunctions, onModulus, secrets, primes, lifetimes, onPool])
  test(target.name, async (t) => {
    const executions = await run(target, 1000 * SECONDS);
    t.diagnostic(`${executions} sets of values`);
    assert.ok(executions > 0);
  });

/** The operations compared between two looks at the clock: each one a few times. */
const OPERATIONS = 250;

for (const kernel of [...everyKernel, 'functions'])
  test(`operations on ${kernel}`, async (t) => {
    const from = Number(process.env.POWMOD_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const end = performance.now() + 1000 * SECONDS;
    let done = 0;
    do {
      const result = await operations({ kernel, from: from + done, operations: OPERATIONS }).catch((error) => {
        if (STALE.test(error.message)) return { leftOut: error.message };
        if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
        return { leftOut: `Node has not the kernel ${kernel}` };
      });
      if ('leftOut' in result) return t.skip(result.leftOut);
      assert.equal(result.problem, undefined);
      done += result.operations;
    } while (performance.now() < end);
    t.diagnostic(`${done} operations from ${from} on`);
  });
