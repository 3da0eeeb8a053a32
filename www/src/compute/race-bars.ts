// Bars of times on one scale, each below its name and its time. A shorter bar is faster.
import { make } from '../dom.ts';
import { formatTime } from '../format.ts';

export function raceBars(times: [name: string, ms: number][]): HTMLElement[] {
  const slowest = Math.max(...times.map(([, ms]) => ms));
  return times.flatMap(([name, ms]) => {
    const bar = make('div', name.startsWith('BigInt') ? 'bar native' : 'bar');
    bar.style.setProperty('width', `${(100 * ms) / slowest}%`);
    return [make('p', '', name, ' ', make('b', '', formatTime(ms))), make('div', 'track', bar)];
  });
}
