// A pool whose workers are terminated, whose calls are aborted and which is closed, in any order.
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { groups } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import { judge, outcomeOfPromise, Refused } from './judge.ts';
import { nativePow } from './oracle.ts';
import type { Target } from './target.ts';

type Step =
  | { kind: 'call'; exponent: bigint }
  | { kind: 'evaluate'; iterations: number; abort: boolean; reenter: boolean }
  | { kind: 'terminate'; worker: number }
  | { kind: 'wait' }
  | { kind: 'close' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('call' as const), exponent: fc.bigInt({ min: 0n, max: 2n ** 300n }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('evaluate' as const),
      iterations: fc.integer({ min: 1, max: 3000 }),
      abort: fc.boolean(),
      reenter: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('terminate' as const), worker: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'wait' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'close' }) },
);

const N = groups['RSA-2048'];
const url = new URL(import.meta.resolve('powmod/worker'));
const REASON = { mine: true };

export const poolLifetimes: Target = {
  name: 'pool-lifetimes',
  property: () =>
    fc.asyncProperty(fc.array(steps, { maxLength: 14 }), async (list) => {
      const workers: Worker[] = [];
      const worker = () => {
        const started = new Worker(url);
        workers.push(started);
        return started;
      };
      const pool = await createPool({ workers: 2, worker });
      const calls: Promise<void>[] = [];
      const hold = (call: Promise<void>) => {
        call.catch(() => {}); // the loop below judges every call
        calls.push(call);
      };
      let isClosed = false;
      let isDisturbed = false;
      for (const step of list) {
        switch (step.kind) {
          case 'call':
            hold(called(pool, step.exponent, isClosed, () => isClosed || isDisturbed));
            break;
          case 'evaluate':
            hold(evaluated(pool, step, isClosed, () => isClosed || isDisturbed));
            break;
          case 'terminate':
            isDisturbed = true;
            await workers[step.worker % Math.max(workers.length, 1)]?.terminate();
            break;
          case 'wait':
            await new Promise((resolve) => setTimeout(resolve, 2));
            break;
          case 'close':
            isClosed = true;
            await pool.close();
        }
      }
      await Promise.all(calls);
      if (!isClosed) judge(await outcomeOfPromise(() => pool.modPow(3n, 200n, 1009n)), [985n]);
      await pool.close();
      if (workers.some(({ threadId }) => threadId !== -1)) throw new Error('a worker lives on');
    }),
};

/** The outcomes that a call may have. Only at its end is it known whether it lost a second worker. */
function allowed(answer: unknown, wasClosed: boolean, mayBeLost: boolean): unknown[] {
  if (wasClosed) return [new Refused(['pool'])];
  return [answer, ...(mayBeLost ? [new Refused([], ['ERR_WORKER'])] : [])];
}

async function called(pool: Pool, exponent: bigint, wasClosed: boolean, isDisturbed: () => boolean): Promise<void> {
  const outcome = await outcomeOfPromise(() => pool.modPow(3n, exponent, 2n ** 127n - 1n));
  judge(outcome, allowed(nativePow(3n, exponent, 2n ** 127n - 1n), wasClosed, isDisturbed()));
}

async function evaluated(
  pool: Pool,
  { iterations, abort, reenter }: Step & { kind: 'evaluate' },
  wasClosed: boolean,
  isDisturbed: () => boolean,
): Promise<void> {
  const own = new AbortController();
  const inner: Promise<bigint>[] = [];
  let tellOf = 0;
  const outcome = await outcomeOfPromise(async () => {
    const { output } = await pool.evaluate(
      { modulus: N, input: 3n, iterations },
      {
        signal: own.signal,
        onCheckpoint() {
          if (reenter && tellOf++ === 0) inner.push(pool.modPow(3n, 200n, 1009n));
          if (abort) own.abort(REASON);
        },
      },
    );
    return output;
  });
  for (const call of inner)
    judge(await outcomeOfPromise(() => call), [
      985n,
      ...(isDisturbed() ? [new Refused(['pool'], ['ERR_WORKER'])] : []),
    ]);
  if ('error' in outcome && outcome.error === REASON && abort) return;
  judge(outcome, allowed(nativePow(3n, 1n << BigInt(iterations), N), wasClosed, isDisturbed()));
}
