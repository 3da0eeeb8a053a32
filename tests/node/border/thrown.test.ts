// What the caller's iterators and functions throw is thrown as it is: the caller may wait for an `AbortError`.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { groups, init, type PietrzakProofFile } from 'powmod';
import { createPool } from 'powmod/pool';
import { verifyBatch } from 'powmod/verify';
import { callsOf, exampleOf, kindsOf, listCallsOfInstance, listCallsOfPool } from '../../bad-input/kinds.ts';
import { kernelFile, notBuilt } from '../../support/package.ts';
import { readVector } from '../../support/vectors.ts';

const pm = await init();
const pool = await createPool({ workers: 1 });
after(() => pool.close());

const kinds = kindsOf(pm);

/** What may be thrown: an error, one of the kinds that we throw ourselves, and what is no error. */
const KINDS: unknown[] = [
  new DOMException('enough', 'AbortError'),
  new TypeError('mine'),
  Object.assign(new Error('ENOENT'), { code: 'ENOENT' }),
  'text',
  null,
];

/** Checks that a call throws, or rejects with, the very value. */
async function throwsIt(work: (fails: () => never) => unknown, what: string): Promise<void> {
  for (const thrown of KINDS) {
    let isCalled = false;
    const fails = () => {
      isCalled = true;
      throw thrown;
    };
    let caught: { error: unknown } | undefined;
    try {
      const result = await work(fails);
      if (Object(result)[Symbol.asyncIterator]) for await (const _ of result as AsyncIterable<unknown>);
    } catch (error) {
      caught = { error };
    }
    assert.ok(isCalled, `${what} calls it`);
    assert.ok(caught && Object.is(caught.error, thrown), `${what}: ${String(thrown)} came as ${String(caught?.error)}`);
  }
}

/** Iterables that throw at each of the steps of the language: when they begin, go on, or are read. */
function iterables(fails: () => never, symbol: symbol): Record<string, never> {
  const of = (begin: () => unknown) => ({ [symbol]: begin }) as never;
  const result = (name: string) => Object.defineProperty({ done: false }, name, { get: fails });
  return {
    begin: of(fails),
    next: of(() => ({ next: fails })),
    done: of(() => ({ next: () => result('done') })),
    value: of(() => ({ next: () => result('value') })),
  };
}

test('an iterator', async () => {
  const entry = { name: 'verifyBatch of powmod/verify', call: (list: unknown) => verifyBatch(list as never) };
  for (const { name, call } of [...listCallsOfInstance(pm, kinds), entry])
    for (const step of Object.keys(iterables(assert.fail, Symbol.iterator)))
      await throwsIt((fails) => call(iterables(fails, Symbol.iterator)[step]), `${name}, ${step}`);
});

test('an iterator of a pool, which may be asynchronous', async () => {
  for (const { name, call } of listCallsOfPool(pool, kinds))
    for (const symbol of [Symbol.iterator, Symbol.asyncIterator])
      for (const step of Object.keys(iterables(assert.fail, symbol)))
        await throwsIt((fails) => call(iterables(fails, symbol)[step]), `${name}, ${String(symbol)}, ${step}`);
  await throwsIt((fails) => {
    const rejects = { [Symbol.asyncIterator]: () => ({ next: async () => fails() }) };
    return pool.modInvAll(rejects as never, 7n);
  }, 'a promise that rejects');
});

test('random, and the challenge of a halving', async () => {
  await throwsIt((random) => pm.randomPrime(64, { random }), 'randomPrime');
  await throwsIt((random) => pool.randomPrime(64, { random }), 'randomPrime of a pool');
  const { proof } = readVector<{ proof: PietrzakProofFile }>('fastcrypto/pietrzak-100000.json');
  await throwsIt((challenge) => pm.verify(proof, { challenge }), 'verify');
});

test('onProgress, onCheckpoint and the challenge of a pool', { skip: notBuilt(`${pm.kernel}-prover`) }, async () => {
  const task = { modulus: groups['RSA-2048'], input: 3n, iterations: 1000 };
  const calls: Record<string, (fails: () => never) => unknown> = {
    evaluate: (onProgress) => pool.evaluate(task, { onProgress }),
    prove: (onProgress) => pool.prove({ scheme: 'wesolowski', ...task }, { onProgress }),
    onCheckpoint: (onCheckpoint) => pool.evaluate(task, { onCheckpoint }),
    'a promise of onCheckpoint': (fails) => pool.evaluate(task, { onCheckpoint: async () => fails() }),
    challenge: (challenge) => pool.prove({ scheme: 'wesolowski', ...task, challenge }),
  };
  for (const [name, call] of Object.entries(calls)) await throwsIt(call, name);
  for (const { name, takes, method } of callsOf({ pool })) {
    if (!/^long/.test(takes.options ?? '')) continue;
    const given = exampleOf(takes, kinds);
    await throwsIt((onProgress) => method(...Object.values({ ...given, options: { onProgress } })), name);
  }
});

// The code says what failed, and a program may go on without: the error has what was thrown as its cause.
test('what provides a kernel or a worker fails with a code and a cause', async () => {
  const thrown = new DOMException('enough', 'AbortError');
  const fails = () => {
    throw thrown;
  };
  for (const wasm of [fails, async () => fails()])
    for (const start of [init, createPool])
      await assert.rejects(start({ kernel: 'scalar', wasm }), { code: 'ERR_LOAD', cause: thrown });
  assert.match((await init({ wasm: fails })).choice.reason, /could not be loaded: enough/);
  const own = await createPool({ workers: 1, wasm: kernelFile, worker: fails });
  await assert.rejects(own.modPow(3n, 5n, 7n), { code: 'ERR_WORKER', cause: thrown });
});
