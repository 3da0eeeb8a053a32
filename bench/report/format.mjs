// Formats figures and tables for the report.

/** A Markdown table. Columns of figures are aligned to the right. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const isFigure = (cell) => /^[-−±×]?\**[\d.]/.test(cell) || ['', '–', 'not tested'].includes(cell);
  const rule = head.map((_, i) => (rows.length && rows.every((row) => isFigure(`${row[i]}`)) ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A figure with three significant digits and no exponent: 0.0123, 1.23, 123, 12300. */
export function figure(x, digits = 3) {
  if (x === undefined || !Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(x))));
  return decimals > 20 ? '0' : Number(x.toPrecision(digits)).toFixed(decimals);
}

/** A time, given in microseconds, in a suitable unit. */
export function time(microseconds) {
  if (microseconds === undefined) return '–';
  if (microseconds >= 1e6) return `${figure(microseconds / 1e6)} s`;
  if (microseconds >= 1e3) return `${figure(microseconds / 1e3)} ms`;
  return `${figure(microseconds)} µs`;
}

export function percent(share, decimals = 1) {
  return share === undefined ? '–' : `${(100 * share).toFixed(decimals)} %`;
}

/**
 * The first time over the second: the ratio of the minima and that of the medians.
 *
 * @param {{ min: number, median: number }} one
 * @param {{ min: number, median: number }} other
 * @returns {{ min: number, median: number } | undefined}
 */
export function ratio(one, other) {
  if (!one || !other) return undefined;
  return { min: one.min / other.min, median: one.median / other.median };
}

/** `4.50 (median 4.40)` */
export function ratioText(one, other) {
  const found = ratio(one, other);
  return found ? `${figure(found.min)} (median ${figure(found.median)})` : '–';
}
