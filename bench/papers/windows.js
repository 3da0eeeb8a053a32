// Ji and Wan: the windows that cost the least by count and by time, and their programs beside Python's `pow`.
import { init } from '../../workshop/methods/dist/index.js';
import { operands } from '../../workshop/methods.js';
import { inPython } from '../peers/python.mjs';
import { meanCount, randomNumber, timeEqual } from './shared.js';

/** The method of each table, its narrowest window, and the lengths of the exponent from which it has the next ones. */
const TABLES = {
  'm-ary': { method: 'mary', narrowest: 1, from: [6, 35, 122, 369, 1044, 2823, 7371] },
  sliding: { method: 'sliding', narrowest: 2, from: [21, 24, 80, 240, 672, 1792, 4608] },
};

export default async function measureWindows({ quick, timing, pypy }) {
  const methods = await init();
  const samples = quick ? 20 : 1000;
  const rows = [];
  for (const [name, { method, narrowest, from }] of Object.entries(TABLES))
    for (let window = 2; window <= (quick ? 4 : narrowest + from.length); window++)
      rows.push({ part: 'change', name, window, values: { counted: changeOf(methods, { method, samples }, window) } });
  for (const bits of quick ? [256] : [64, 128, 256, 512, 1024, 2048, 4096, 8192])
    rows.push(await bestOf(methods, bits, samples / 10, timing));
  for (const bits of quick ? [1024] : [1024, 2048, 3072, 4096])
    rows.push(...(await pythonOf(methods, bits, pypy, timing)));
  return { rows };
}

/** The length of the exponent, in bits, from which a window costs less than the next narrower one. */
function changeOf(methods, question, window) {
  const cost = (bits, window) => meanCount(methods, { ...question, bits, window });
  let [below, from] = [1, 2];
  const isBetter = (bits) => cost(bits, window) < cost(bits, window - 1);
  while (!isBetter(from)) [below, from] = [from, 2 * from];
  while (from - below > 1) {
    const bits = (below + from) >> 1;
    if (isBetter(bits)) from = bits;
    else below = bits;
  }
  return from;
}

/**
 * The window of each method for exponents of `bits` bits: the paper's, the best by count, and the best by time modulo
 * 2048 bits.
 */
async function bestOf(methods, bits, samples, timing) {
  const { modulus, terms } = operands(2048, 1, 1);
  const power = (i, chosen) => methods.modPow(terms[0][0], randomNumber(bits, i), modulus, chosen);
  const values = {};
  for (const [name, { method, narrowest, from }] of Object.entries(TABLES)) {
    const printed = narrowest + from.filter((least) => bits >= least).length;
    const windows = [-2, -1, 0, 1].map((more) => printed + more).filter((window) => window >= 1);
    const sum = (window) => power(0, { method, window }) + power(1, { method, window }) + power(2, { method, window });
    const calls = Object.fromEntries(windows.map((window) => [window, () => sum(window)]));
    const timings = await timeEqual(calls, sum(printed), timing);
    const times = windows.map((window) => timings[window].min);
    const counts = windows.map((window) => meanCount(methods, { bits, samples, method, window }));
    // Noise alone may order what lies within a hundredth of the least: of those, the narrowest window.
    const best = (costs, most) => windows[costs.findIndex((cost) => cost <= most * Math.min(...costs))];
    values[`${name}, the paper`] = printed;
    values[`${name}, by count`] = best(counts, 1);
    values[`${name}, by time`] = best(times, 1.01);
  }
  return { part: 'best', kernel: methods.kernel, bits, values };
}

/** Tables III and IV: our methods, and in each interpreter the paper's programs beside `pow`. */
async function pythonOf(methods, bits, pypy, timing) {
  const { modulus, terms } = operands(bits, bits, 1);
  const numbers = [terms[0][0], randomNumber(bits, 0) % modulus, modulus];
  const calls = {
    '5-ary': () => methods.modPow(...numbers, { method: 'mary', window: 5 }),
    'm-ary': () => methods.modPow(...numbers, { method: 'mary' }),
    'sliding, Table II': () => methods.modPow(...numbers, { method: 'sliding-paper' }),
    sliding: () => methods.modPow(...numbers, { method: 'sliding' }),
  };
  const programs = [];
  for (const [interpreter, program] of Object.entries({ CPython: undefined, ...(pypy && { PyPy: pypy }) }))
    for (const [by, more] of Object.entries({ pow: '', mary: ', m-ary', sliding: ', sliding' }))
      programs.push({ name: `${interpreter}${more}`, ...(await inPython(by, ...numbers, program)) });
  const timings = await timeEqual(calls, methods.modPow(...numbers), timing, programs);
  const without = { PyPy: 'not installed', 'PyPy, m-ary': 'not installed', 'PyPy, sliding': 'not installed' };
  const row = { part: 'python', kernel: methods.kernel, bits };
  return [{ ...row, timings }, ...(pypy ? [] : [{ ...row, values: without }])];
}
