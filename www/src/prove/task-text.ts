// A task, its progress and the time it still needs, as text.
import { capitalize, formatCount } from '../format.ts';
import type { Progress, Task } from './messages.ts';

export function describeTask({ iterations, scheme, modulus }: Task): string {
  const name = typeof modulus === 'string' ? modulus : `a modulus of ${modulus.toString(2).length} bits`;
  return `${formatCount(iterations)} squarings modulo ${name}, with a ${capitalize(scheme)} proof`;
}

export function timeLeft({ done, total, perSecond }: Progress): string {
  return perSecond > 0 ? formatDuration((total - done) / perSecond) : 'not known yet';
}

/** A duration in its largest unit and the next smaller one: `2 hours 5 minutes`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  const units: [seconds: number, name: string][] = [
    [86400 * 365, 'year'],
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const first = units.findIndex(([size]) => seconds >= size);
  const step = units[Math.min(first + 1, units.length - 1)]?.[0] as number;
  let rest = Math.round(seconds / step) * step;
  const parts: string[] = [];
  for (const [size, name] of units.slice(first, first + 2)) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n.toLocaleString('en')} ${name}${n > 1 ? 's' : ''}`);
  }
  return parts.join(' ');
}

export function percent({ done, total }: { done: number; total: number }): string {
  return `${Math.floor((100 * done) / total)} %`;
}
