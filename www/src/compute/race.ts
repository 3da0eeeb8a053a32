// Times calls in turn and warm.
import { clockStep, repeat, timeInTurn } from '../../../workshop/timing.js';
import { breathe } from '../measure/breathe.ts';

/** The milliseconds of each call. */
export async function race<Name extends string>(calls: Record<Name, () => unknown>): Promise<Record<Name, number>> {
  const cases = Object.entries<() => unknown>(calls).map(([name, call]) => ({ name, run: repeat(call) }));
  const options = { rounds: 7, sampleMs: Math.max(10, 10 * clockStep()), warmMs: 40, breathe };
  const timings = Object.entries(await timeInTurn(cases, options));
  return Object.fromEntries(timings.map(([name, { min }]) => [name, min / 1000])) as Record<Name, number>;
}
