// One cell of the map of the best methods: every method side by side, for one length of modulus and one of exponent.
// Imports nothing that needs Node, so that it also runs in a page.
import { seededNumber } from '../../crate/js/src/cli/bench/numbers.js';
import { timeInTurn } from '../../crate/js/src/cli/bench/timing.js';

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const named = (method, windows) => windows.map((window) => ({ method, window }));

/**
 * Every method for one base and for two, with each window that could win somewhere.
 *
 * @type {Record<number, { method: string, window?: number }[]>}
 */
export const METHODS = {
  1: [{ method: 'binary' }, ...named('mary', range(2, 8)), ...named('sliding', range(2, 9))],
  2: [
    { method: 'separate' },
    ...named('ary', range(1, 3)),
    ...named('yll', range(1, 4)),
    ...named('interleaved', range(2, 8)),
  ],
};

const label = ({ method, window }) => (window ? `${method} ${window}` : method);

export function numbers(bits, exponentBits, bases) {
  const modulus = seededNumber(bits, 1) | 1n;
  const term = (i) => [seededNumber(bits, 2 + i) % modulus, seededNumber(exponentBits, 50 + i)];
  return { modulus, terms: range(1, bases).map(term) };
}

export const repeat = (call) => (times) => {
  for (let i = 0; i < times; i++) call();
};

/**
 * Timings of each method and of `auto`.
 *
 * @param {import('powmod').Powmod} pm
 * @param {{ bits: number, exponentBits: number, bases: number, methods?: { method: string, window?: number }[] }} shape
 * @param {Parameters<typeof timeInTurn>[1]} options
 */
export async function cell(pm, { bits, exponentBits, bases, methods = METHODS[bases] }, options) {
  const { modulus, terms } = numbers(bits, exponentBits, bases);
  const m = pm.modulus(modulus);
  const call = (chosen) =>
    bases === 1 ? () => m.pow(terms[0][0], terms[0][1], chosen) : () => m.multiPow(terms, chosen);
  const cases = [{ name: 'auto', run: repeat(call({})) }];
  const expected = call({})();
  for (const method of methods) {
    if (call(method)() !== expected) throw new Error(`${label(method)} differs at ${bits}/${exponentBits}`);
    cases.push({ name: label(method), run: repeat(call(method)) });
  }
  const timings = await timeInTurn(cases, options);
  m.free();
  return { bits, exponentBits, bases, timings };
}

/** What `auto` loses against the best method and window; within the noise of both it is nothing. */
export function regret({ timings }) {
  const { auto, ...others } = timings;
  const [best, timing] = Object.entries(others).reduce((a, b) => (b[1].min < a[1].min ? b : a));
  const loss = auto.min / timing.min - 1;
  const noise = Math.max(auto.median / auto.min, timing.median / timing.min) - 1;
  return { best, loss: loss <= noise ? 0 : loss, raw: loss };
}
