// The drop-in replacement gives the same number or the same error as bigint-mod-arith.
import * as original from 'bigint-mod-arith';
import fc from 'fast-check';
import { modInv, modPow } from 'powmod/bigint-mod-arith';
import { integers, noInteger } from './given.ts';
import { outcomeOf } from './judge.ts';
import type { Target } from './target.ts';

const number = fc.oneof(
  {
    weight: 6,
    arbitrary: integers(300, true).map(({ means }) => ({ label: `${means}n`, make: () => means as unknown })),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(fc.integer(), fc.double(), fc.maxSafeInteger())
      .map((x) => ({ label: `${x}`, make: () => x as unknown })),
  },
  { weight: 1, arbitrary: noInteger.filter(({ label }) => label !== 'a huge string') },
);

function told(call: unknown, args: unknown[]): string {
  const outcome = outcomeOf(() => (call as (...args: unknown[]) => unknown)(...args));
  if ('value' in outcome) return `${typeof outcome.value} ${String(outcome.value)}`;
  return outcome.error instanceof Error ? `${outcome.error}` : `${typeof outcome.error}`;
}

export const dropIn: Target = {
  name: 'drop-in',
  property: () =>
    fc.property(number, number, number, (b, e, n) => {
      for (const [theirs, ours, args] of [
        [original.modPow, modPow, () => [b.make(), e.make(), n.make()]],
        [original.modInv, modInv, () => [b.make(), n.make()]],
      ] as const) {
        const [expected, got] = [theirs, ours].map((call) => told(call, args()));
        if (got !== expected) throw new Error(`${got}, where bigint-mod-arith has ${expected}`);
      }
    }),
};
