// What the parts of this bench share: random exponents, the mean operations of a method, and times of calls that must
// agree.
import { seededNumber } from '../../workshop/numbers.js';
import { byProcessor, repeat, timeInTurn } from '../../workshop/timing.js';

/**
 * The i-th of many numbers of exactly `bits` bits. Their seeds are far apart, since numbers of small seeds begin with
 * zeros.
 */
export const randomNumber = (bits, i) => seededNumber(bits, Math.imul(i + 1, 0x9e3779b1) >>> 0);

/** The mean operations of a method over random exponents, the same for each method. A modulus of 1 makes them cheap. */
export function meanCount(methods, { bits, bases = 1, samples, ...chosen }) {
  let sum = 0;
  for (let sample = 0; sample < samples; sample++) {
    const terms = Array.from({ length: bases }, (_, i) => [0n, randomNumber(bits, sample * bases + i)]);
    const count = bases === 1 ? methods.count(...terms[0], 1n, chosen) : methods.countMulti(terms, 1n, chosen);
    sum += count.squarings + count.products;
  }
  return sum / samples;
}

/** Times calls by their names, and prepared cases, as peers are, in turn. All must give `expected`. */
export async function timeEqual(calls, expected, timing, prepared = []) {
  const own = Object.entries(calls).map(([name, call]) => ({ name, result: call(), run: repeat(call) }));
  const cases = [...own, ...prepared].map(byProcessor);
  for (const { name, result } of cases) if (result !== expected) throw new Error(`${name} differs`);
  const timings = await timeInTurn(cases, timing);
  for (const { close } of cases) close?.();
  return timings;
}
