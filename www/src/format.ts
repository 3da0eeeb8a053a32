// Formats numbers and words for every part of the page.
import { formatDuration } from '../../workshop/duration.js';

/** `1,048,576` */
export const grouped = (n: number) => n.toLocaleString('en');

const plural = (n: number, noun: string) => (n === 1 ? noun : `${noun}s`);

/** `2,000 names`, and `1 name` */
export const counted = (n: number, noun: string) => `${grouped(n)} ${plural(n, noun)}`;

/** `1,048,576 (2^20)`. With the noun `squaring`: `1,048,576 (2^20) squarings`. */
export function formatCount(n: number, noun?: string): string {
  const power = Math.log2(n);
  const count = Number.isInteger(power) && power >= 10 ? `${grouped(n)} (2^${power})` : grouped(n);
  return noun ? `${count} ${plural(n, noun)}` : count;
}

/** A long name, cut: at most 40 characters, none of them halved. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= 40 ? name : `${letters.slice(0, 40).join('')}…`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A time of three digits, such as `2.75 ms`. The time is rounded before its unit is chosen, so no text is `1,000 µs`.
 * A time of a minute or more is a duration, such as `34 minutes 10 seconds`.
 */
export function formatTime(ms: number): string {
  if (ms === 0) return 'no measurable time'; // some browsers' clocks have steps of 1 ms and more
  const rounded = Number(ms.toPrecision(3));
  if (rounded >= 60_000) return formatDuration(ms / 1000);
  const [size, unit] = rounded < 1 ? [0.001, 'µs'] : rounded < 1000 ? [1, 'ms'] : [1000, 's'];
  return `${(rounded / size).toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;
}
