// Formats numbers and words for every part of the page.

/** `1,048,576 (2^20)` */
export function formatCount(n: number): string {
  const power = Math.log2(n);
  const grouped = n.toLocaleString('en');
  return Number.isInteger(power) && power >= 10 ? `${grouped} (2^${power})` : grouped;
}

/** A long name, cut: at most 40 characters, none of them halved. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= 40 ? name : `${letters.slice(0, 40).join('')}…`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2.75 ms`: three digits. The rounded time chooses its unit, so that none is `1,000 µs`. */
export function formatTime(ms: number): string {
  if (ms === 0) return 'no measurable time'; // some browsers' clocks have steps of 1 ms and more
  const rounded = Number(ms.toPrecision(3));
  const [size, unit] = rounded < 1 ? [0.001, 'µs'] : rounded < 1000 ? [1, 'ms'] : [1000, 's'];
  return `${(rounded / size).toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;
}
