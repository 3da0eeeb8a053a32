// Formats numbers and words for every part of the page.

/** `1,048,576 (2^20)` */
export function formatCount(n: number): string {
  const power = Math.log2(n);
  const grouped = n.toLocaleString('en');
  return Number.isInteger(power) && power >= 10 ? `${grouped} (2^${power})` : grouped;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function formatTime(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toLocaleString('en', { maximumSignificantDigits: 3 })} s`;
  const digits = (value: number) => Number(value.toPrecision(value < 1 ? 2 : 3)).toLocaleString('en');
  return ms < 1 ? `${digits(1000 * ms)} µs` : `${digits(ms)} ms`;
}
