// A task, its progress and the time it still needs, as text.
import { formatDuration } from '../../../workshop/duration.js';
import { capitalize, counted, formatCount } from '../format.ts';
import type { Progress, Task } from './messages.ts';

export function describeTask({ iterations, scheme, modulus }: Task): string {
  const name = typeof modulus === 'string' ? modulus : `a modulus of ${modulus.toString(2).length} bits`;
  return `${formatCount(iterations, 'squaring')} modulo ${name}, with a ${capitalize(scheme)} proof`;
}

/** `…` until the speed is known. */
export function timeLeft({ done, total, perSecond }: Progress): string {
  return perSecond > 0 ? formatDuration((total - done) / perSecond) : '…';
}

export function percent({ done, total }: { done: number; total: number }): string {
  return `${Math.floor((100 * done) / total)} %`;
}

export const nameOfDraw = (names: readonly string[]) => `A draw among ${counted(names.length, 'name')}`;

/** Of a run; once it is finished, the name of the proof's file, whose end differs with the seed and the modulus. */
export function nameOf({ scheme, iterations, letter, names }: Task, proof?: string): string {
  if (names) return nameOfDraw(names);
  if (!proof) return letter ? 'A letter' : `A proof by ${capitalize(scheme)}’s scheme`;
  return `${scheme}-${iterations}-${String(JSON.parse(proof).output).slice(-8)}.json`;
}
