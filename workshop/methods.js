// Every exponentiation method side by side, for one length of the modulus and one of the exponents: a cell of the map
// of the best methods. Imports nothing that needs Node, so that it also runs in a page.
import { seededNumber } from './numbers.js';
import { repeat, timeInTurn } from './timing.js';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const withWindows = (method, windows) => windows.map((window) => ({ method, window }));

/**
 * Every method for one base and for two, with each window that could win somewhere.
 *
 * @type {Record<number, { method: string, window?: number }[]>}
 */
export const METHODS = {
  1: [{ method: 'binary' }, ...withWindows('mary', range(2, 8)), ...withWindows('sliding', range(2, 9))],
  2: [
    { method: 'separate' },
    ...withWindows('ary', range(1, 4)),
    ...withWindows('yll', range(1, 4)),
    ...withWindows('interleaved', range(2, 8)),
  ],
};

const label = ({ method, window }) => (window ? `${method} ${window}` : method);

/** An odd modulus, and a base and an exponent for each term. */
export function operands(bits, exponentBits, bases) {
  const modulus = seededNumber(bits, 1) | 1n;
  const term = (i) => [seededNumber(bits, 2 + i) % modulus, seededNumber(exponentBits, 50 + i)];
  return { modulus, terms: range(1, bases).map(term) };
}

/**
 * The best sliding window is about half the logarithm of the exponent's length. A window far from it cannot win.
 *
 * @param {{ method: string, window?: number }} method
 * @param {number} exponentBits
 */
export function isSensible({ method, window }, exponentBits) {
  if (window === undefined || !['mary', 'sliding', 'interleaved'].includes(method)) return true;
  return Math.abs(window - (Math.log2(exponentBits) + 1) / 2) <= 1.5;
}

/**
 * The shape of a cell: the lengths of modulus and exponents, and how many bases.
 *
 * @typedef {{ bits: number, exponentBits: number, bases: number, methods?: { method: string, window?: number }[] }}
 *   Shape
 */

/**
 * Times each method and `auto`.
 *
 * @param {import('./methods/index.ts').Methods} studied
 * @param {Shape} shape
 * @param {Parameters<typeof timeInTurn>[1]} options
 */
export async function timeMethods(studied, shape, options) {
  return cellOf(shape, await timeInTurn(methodCases(studied, shape), options));
}

/** The cell at the place of a shape. */
export const cellOf = ({ bits, exponentBits, bases }, timings) => ({ bits, exponentBits, bases, timings });

/**
 * A case for each method. Throws if the result of a method is not that of `auto`.
 *
 * @param {import('./methods/index.ts').Methods} studied
 * @param {Shape} shape
 */
export function methodCases(studied, { bits, exponentBits, bases, methods = METHODS[bases] }) {
  const { modulus, terms } = operands(bits, exponentBits, bases);
  const [[base, exponent]] = terms;
  const call = (chosen) =>
    bases === 1
      ? () => studied.modPow(base, exponent, modulus, chosen)
      : () => studied.modMultiPow(terms, modulus, chosen);
  const cases = [{ name: 'auto', run: repeat(call({})) }];
  const expected = call({})();
  for (const method of methods) {
    if (call(method)() !== expected) throw new Error(`${label(method)} differs at ${bits}/${exponentBits}`);
    cases.push({ name: label(method), run: repeat(call(method)) });
  }
  return cases;
}

/** The loss of `auto` against the best method and window. A loss within the noise of both counts as none. */
export function regret({ timings }) {
  const { auto, ...others } = timings;
  const [best, timing] = Object.entries(others).reduce((a, b) => (b[1].min < a[1].min ? b : a));
  const loss = auto.min / timing.min - 1;
  const noise = Math.max(auto.median / auto.min, timing.median / timing.min) - 1;
  return { best, loss: loss <= noise ? 0 : loss, raw: loss };
}
