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

/**
 * The text of a cell: its value, or its time and the ratio of it to another: `3.05 ms: 4.41 (median 4.42)`.
 *
 * @param {{ value: unknown, base?: object } | undefined} found
 * @param {{ over?: string, per?: string, ratios?: true, unit?: string }} asked of report.mjs
 */
export function cell(found, { per, ratios, unit }) {
  if (found?.value === undefined || found.value === null) return '–';
  const { value, base } = found;
  if (typeof value === 'number')
    return unit === 'kB' ? `${(value / 1000).toFixed(1)} kB` : Number.isInteger(value) ? `${value}` : figure(value);
  if (typeof value !== 'object') return value;
  const shown = value.mean ? `${time(value.mean)} ± ${figure((100 * value.error) / value.mean, 2)} %` : time(value.min);
  if (!base || base === value) return shown;
  const text = per ? `${ratioText(base, value)}` : ratioText(value, base);
  return ratios ? text : `${shown}: ${text}`;
}

/**
 * The first time over the second: the ratio of the minima, or of the means of a time that luck decides, and that of the medians.
 *
 * @param {{ min: number, median?: number, mean?: number }} one
 * @param {{ min: number, median?: number, mean?: number }} other
 */
export function ratio(one, other) {
  return { min: (one.mean ?? one.min) / (other.mean ?? other.min), median: one.median / other.median };
}

/** `4.50 (median 4.40)` */
export function ratioText(one, other) {
  const { min, median } = ratio(one, other);
  return one.mean || Number.isNaN(median) ? figure(min) : `${figure(min)} (median ${figure(median)})`;
}
