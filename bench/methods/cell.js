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
    ...named('ary', range(1, 4)),
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
 * Sliding windows are best at about half the logarithm of the exponent's length; much wider or narrower ones only lose.
 *
 * @param {{ method: string, window?: number }} method
 * @param {number} exponentBits
 */
export function isSensible({ method, window }, exponentBits) {
  if (window === undefined || !['mary', 'sliding', 'interleaved'].includes(method)) return true;
  return Math.abs(window - (Math.log2(exponentBits) + 1) / 2) <= 1.5;
}

/**
 * Timings of each method and of `auto`.
 *
 * @param {import('powmod').Powmod} pm
 * @param {{ bits: number, exponentBits: number, bases: number, methods?: { method: string, window?: number }[] }} shape
 * @param {Parameters<typeof timeInTurn>[1]} options
 */
export async function cell(pm, shape, options) {
  const { cases, free } = prepare(pm, shape);
  const timings = await timeInTurn(cases, options);
  free();
  return { ...placeOf(shape), timings };
}

/**
 * The same, but what is far behind at first is out: for maps with many cells, of which some take long.
 *
 * @param {Parameters<typeof cell>[0]} pm
 * @param {Parameters<typeof cell>[1]} shape
 * @param {object} options
 * @param {number} options.rounds for those still in, as far as they take no longer than `budgetMs`; three at least
 * @param {number} options.within who is still in: those that take at most so many times the fastest's time
 * @param {number} options.budgetMs
 * @param {number} options.sampleMs
 */
export async function race(pm, shape, { rounds, within, budgetMs, ...options }) {
  const { cases, free } = prepare(pm, shape);
  const callMs = duration(cases[0].run);
  // A long call is disturbed by little, in proportion.
  const first = await timeInTurn(cases, { ...options, rounds: callMs > 20 ? 1 : 3 });
  const fastest = Math.min(...Object.values(first).map(({ min }) => min));
  const left = cases.filter(({ name }) => name === 'auto' || first[name].min <= within * fastest);
  const affordable = Math.floor(budgetMs / (left.length * Math.max(options.sampleMs, callMs)));
  const last = await timeInTurn(left, { ...options, warmMs: 0, rounds: Math.max(3, Math.min(rounds, affordable)) });
  free();
  return { ...placeOf(shape), timings: { ...first, ...last } };
}

function duration(run) {
  const start = performance.now();
  run(1);
  return performance.now() - start;
}

const placeOf = ({ bits, exponentBits, bases }) => ({ bits, exponentBits, bases });

/** Every method as a case, once its result was compared with that of `auto`. */
function prepare(pm, { bits, exponentBits, bases, methods = METHODS[bases] }) {
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
  return { cases, free: () => m.free() };
}

/** What `auto` loses against the best method and window; within the noise of both it is nothing. */
export function regret({ timings }) {
  const { auto, ...others } = timings;
  const [best, timing] = Object.entries(others).reduce((a, b) => (b[1].min < a[1].min ? b : a));
  const loss = auto.min / timing.min - 1;
  const noise = Math.max(auto.median / auto.min, timing.median / timing.min) - 1;
  return { best, loss: loss <= noise ? 0 : loss, raw: loss };
}

/** Those for two bases among which the source paper chooses (Attias, Vigneri, Dimitrov, Figure 5). */
export const PAPERS = [
  'separate',
  ...['ary', 'yll'].flatMap((method) => range(2, 4).map((window) => `${method} ${window}`)),
];

/**
 * Of the methods within 2 % of the fastest, which noise alone may order, the first in the order of {@link METHODS}.
 *
 * @param {{ timings: Record<string, { min: number }> }} cell
 * @param {string[]} [among] the names of those that count
 */
export function simplest({ timings }, among = Object.keys(timings).filter((name) => name !== 'auto')) {
  const fastest = Math.min(...among.map((name) => timings[name].min));
  return among.find((name) => timings[name].min <= 1.02 * fastest);
}
