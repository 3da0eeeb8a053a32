// Every target for three seconds, or for POWMOD_SECONDS.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifetimes } from './lifetimes.ts';
import { onInstance, onModulus, onPool, primes, secrets } from './numbers.ts';
import { run } from './run.ts';

const seconds = Number(process.env.POWMOD_SECONDS ?? 3);

for (const target of [onInstance, onModulus, secrets, primes, lifetimes, onPool])
  test(target.name, async (t) => {
    const executions = await run(target, 1000 * seconds);
    t.diagnostic(`${executions} sets of values`);
    assert.ok(executions > 0);
  });
