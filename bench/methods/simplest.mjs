// The method that a map shows for a cell.

/** The methods for two bases that the source paper compares (Attias, Vigneri, Dimitrov, Figure 5). */
export const PAPERS = [
  'separate',
  ...['ary', 'yll'].flatMap((method) => [2, 3, 4].map((window) => `${method} ${window}`)),
];

/**
 * Of the methods within 2 % of the fastest, which noise alone may order, the first in the order of `METHODS` in
 * workshop/methods.js.
 *
 * @param {{ timings: Record<string, { min: number }> }} cell
 * @param {string[]} [among] the names of the methods to choose from
 */
export function simplest({ timings }, among = Object.keys(timings).filter((name) => name !== 'auto')) {
  const fastest = Math.min(...among.map((name) => timings[name].min));
  return among.find((name) => timings[name].min <= 1.02 * fastest);
}
