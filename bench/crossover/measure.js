// Times native BigInt and a kernel: powers around the exponent from which the kernel is faster, and products of bytes. Runs
// in the measured engine, a runtime or a page.
import { init } from '../../crate/js/dist/index.js';
import { breathe, seldom } from '../../workshop/engines/inside.js';
import { repeat, timeInTurn } from '../../workshop/timing.js';
import { fresh, operands } from './operands.js';

/**
 * A ratio is the logarithm of BigInt's time over the kernel's.
 *
 * @param {object} task
 * @param {string} task.kernel
 * @param {number[]} task.lengths lengths of moduli, in bits
 * @param {string[]} task.exponents in hexadecimal, from short to long
 * @param {object} task.timing
 * @returns `cells`, for each length, state of the modulus and form of the numbers: the place of the first exponent for which
 *   the kernel is faster, the ratio there (`after`), and the ratio at the exponent before (`before`). And `products`, for
 *   each length: the ratio of a product of bytes
 */
export default async function measureCrossovers({ kernel, lengths, exponents, timing }) {
  let pm;
  try {
    pm = await init({ kernel });
  } catch (error) {
    if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    return { kernel, problem: error.message };
  }
  const bigint = await init({ kernel: 'bigint' });
  await warmUp([bigint, pm], timing.startMs);
  const ratioOf = async (workOf) => {
    const [one, other] = await inTurn([bigint, pm].map(workOf), timing);
    return Math.log(one.min / other.min);
  };
  const cells = [];
  for (const bits of lengths)
    for (const form of ['bigint', 'bytes'])
      for (const state of ['kept', 'fresh']) {
        const ratioAt = (place) => {
          const given = operands(bits, BigInt(`0x${exponents[place]}`), form);
          return ratioOf((instance) => powers(instance, given, state));
        };
        cells.push({ bits, form, state, ...(await firstAbove(exponents.length, ratioAt)) });
      }
  const products = [];
  for (const bits of lengths) {
    const { base, moduli, options } = operands(bits, 1n, 'bytes');
    products.push({ bits, ratio: await ratioOf((instance) => () => instance.modMul(base, base, moduli[0], options)) });
  }
  return { kernel, cells, products };
}

/** The first place with a positive value, by bisection. */
async function firstAbove(count, valueAt) {
  let [low, high] = [-1, count];
  let [before, after] = [undefined, undefined];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const value = await valueAt(middle);
    if (value > 0) [high, after] = [middle, value];
    else [low, before] = [middle, value];
  }
  return { place: high, before, after };
}

/** A power of the instance. */
export function powers(instance, { base, exponent, moduli, options }, state) {
  const [modulus] = moduli;
  if (state === 'fresh') {
    const next = fresh(moduli);
    return () => instance.modPow(base, exponent, next(), options);
  }
  if (state === 'seen') return () => instance.modPow(base, exponent, modulus, options);
  const m = instance.modulus(modulus);
  return () => m.pow(base, exponent, options);
}

/** Calls every part of the instances until the engine has optimised it. */
export async function warmUp(instances, ms) {
  for (const [bits, exponentBits] of [
    [2048, 256],
    [256, 64],
    [64, 3],
  ])
    for (const form of ['bigint', 'bytes'])
      for (const state of ['kept', 'fresh'])
        for (const instance of instances) {
          const work = powers(instance, operands(bits, (1n << BigInt(exponentBits)) - 1n, form), state);
          for (const end = performance.now() + ms; performance.now() < end; await breathe()) repeat(work)(10);
        }
}

/** The time for a call of each function. */
export async function inTurn(works, timing) {
  const cases = works.map((work, i) => ({ name: i, run: repeat(work) }));
  return Object.values(await timeInTurn(cases, { slowMs: 4 * timing.sampleMs, breathe: seldom(), ...timing }));
}
