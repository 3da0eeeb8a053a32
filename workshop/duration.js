/**
 * A duration in its largest unit and the next smaller one: `2 hours 5 minutes`.
 *
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  if (seconds < 1) return 'less than a second';
  /** @type {[seconds: number, name: string][]} */
  const units = [
    [86400 * 365, 'year'],
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const largest = (/** @type {number} */ duration) => units.findIndex(([size]) => duration >= size);
  const [step] = units[Math.min(largest(seconds) + 1, units.length - 1)];
  let rest = Math.round(seconds / step) * step;
  const first = largest(rest); // 59.7 seconds are 1 minute
  const parts = [];
  for (const [size, name] of units.slice(first, first + 2)) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n.toLocaleString('en')} ${name}${n > 1 ? 's' : ''}`);
  }
  return parts.join(' ');
}
