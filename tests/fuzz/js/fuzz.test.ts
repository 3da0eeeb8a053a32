// Every target for three seconds, and all public operations with their oracles, as other engines run them, on every
// kernel: `npm run hunts` is for longer.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyKernel } from '../../../workshop/kernels.js';
import { STALE } from '../../support/available.js';
import operations from '../operations.js';
import { lifetimes } from './lifetimes.ts';
import { long, onFunctions, onInstance, onModulus, onPool, primes, secrets } from './numbers.ts';
import { run } from './target.ts';

const SECONDS = 3;

for (const target of [onInstance, onFunctions, onModulus, secrets, primes, long, lifetimes, onPool])
  test(target.name, async (t) => {
    const executions = await run(target, 1000 * SECONDS);
    t.diagnostic(`${executions} sets of values`);
    assert.ok(executions > 0);
  });

/** Each operation a few times, as a hunt in another engine draws them. */
const OPERATIONS = 250;

for (const kernel of [...everyKernel, 'functions'])
  test(`operations on ${kernel}`, async (t) => {
    const from = Number(process.env.POWMOD_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const result = await operations({ kernel, from, operations: OPERATIONS }).catch((error) => {
      if (STALE.test(error.message)) return { leftOut: error.message };
      if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
      return { leftOut: `Node has not the kernel ${kernel}` };
    });
    if ('leftOut' in result) return t.skip(result.leftOut);
    assert.equal(result.problem, undefined);
    t.diagnostic(`${result.operations} operations from ${from} on`);
  });
