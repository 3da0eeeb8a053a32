// The drop-in replacement gives the same number or the same error as bigint-mod-arith.
import { modPow as theirs } from 'bigint-mod-arith';
import fc from 'fast-check';
import { modPow as ours } from 'powmod/bigint-mod-arith';
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

/** The engine's TypeErrors name variables of the code, so two TypeErrors always agree. */
function told(modPow: unknown, args: unknown[]): string {
  const outcome = outcomeOf(() => (modPow as (...args: unknown[]) => unknown)(...args));
  if ('value' in outcome) return `${typeof outcome.value} ${String(outcome.value)}`;
  const { error } = outcome;
  return error instanceof Error && !(error instanceof TypeError)
    ? `${error}`
    : error instanceof TypeError
      ? 'TypeError'
      : `${typeof error}`;
}

export const dropIn: Target = {
  name: 'drop-in',
  property: () =>
    fc.property(number, number, number, (b, e, n) => {
      const [expected, got] = [theirs, ours].map((modPow) => told(modPow, [b.make(), e.make(), n.make()]));
      if (got !== expected) throw new Error(`${got}, where bigint-mod-arith has ${expected}`);
    }),
};
