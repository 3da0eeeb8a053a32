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
  const rounded = Number(x.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  return decimals > 20 ? '0' : rounded.toFixed(decimals);
}

/** A time, given in microseconds, in a suitable unit. */
function time(microseconds, digits = 3) {
  const rounded = Number(microseconds.toPrecision(digits));
  if (rounded >= 1e6) return `${figure(microseconds / 1e6, digits)} s`;
  if (rounded >= 1e3) return `${figure(microseconds / 1e3, digits)} ms`;
  return `${figure(microseconds, digits)} µs`;
}

/** A value, or the microseconds of a timing: the mean of a time that luck decides, else the minimum. */
export const amountOf = (value, by) => value?.[by] ?? value?.mean ?? value?.min ?? value;

/** The number that a chart draws for a cell, and that orders cells. @param {object} cell of report.mjs */
export function numberOf({ value, base, asked: { over, by, unit } }) {
  const amount = amountOf(value, by);
  if (base !== undefined) return over ? amount / base : base / amount;
  return unit ? amount / 1000 : amount;
}

/** The text of a cell: its value, its time, or its time and the ratio of it to another, `3.05 ms: 4.41`. */
export function textOf(cell) {
  if (cell === undefined) return '–';
  const { value, base, asked } = cell;
  const { by, unit, ratios, digits } = asked;
  if (typeof value === 'string') return value;
  const number = figure(numberOf(cell), digits);
  if (ratios && base !== undefined) return number;
  if (unit) return unit === 'kB' ? `${numberOf(cell).toFixed(1)} kB` : number;
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : number;
  const shown = time(amountOf(value, by), digits);
  return base === undefined ? shown : `${shown}: ${number}`;
}
