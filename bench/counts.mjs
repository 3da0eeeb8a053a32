// Counts squarings and products by the methods of papers. A modulus of 1 makes the operations cheap.
import { init } from '../workshop/methods/dist/index.js';
import { seededNumber } from '../workshop/numbers.js';

export const methods = await init();

/** The i-th of many numbers of exactly `bits` bits. Their seeds are far apart, since numbers of small seeds begin with zeros. */
const randomNumber = (bits, i) => seededNumber(bits, Math.imul(i + 1, 0x9e3779b1) >>> 0);

/**
 * The mean counts of a method over random exponents, which are the same for every method.
 *
 * @param {{ bits: number, bases?: number, samples: number, method: string, window?: number, table?: string }} question
 * @returns {{ squarings: number, products: number }}
 */
export function meanCounts({ bits, bases = 1, samples, ...chosen }) {
  const sum = { squarings: 0, products: 0 };
  for (let sample = 0; sample < samples; sample++) {
    const terms = Array.from({ length: bases }, (_, i) => [0n, randomNumber(bits, sample * bases + i)]);
    const counts = bases === 1 ? methods.count(...terms[0], 1n, chosen) : methods.countMulti(terms, 1n, chosen);
    for (const key of Object.keys(sum)) sum[key] += counts[key] / samples;
  }
  return sum;
}
