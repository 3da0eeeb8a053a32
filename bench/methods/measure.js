// Times the methods for the maps of one kernel. Runs in the measured engine, a runtime or a page.

import { seldom } from '../../workshop/engines/inside.js';
import { init } from '../../workshop/methods/dist/index.js';
import { isSensible, METHODS } from '../../workshop/methods.js';
import { race } from './race.js';

/**
 * The grid of Attias, Vigneri, Dimitrov (Figure 5), for one base and for two.
 *
 * @param {object} task
 * @param {string} task.kernel
 * @param {number[]} task.sizes of moduli and of exponents, in bits
 * @param {{ bits: number, exponentBits: number }} task.lines the row and column, for two bases, in which no method
 *   leaves the race
 * @param {object} task.race the options of {@link race}
 * @returns {Promise<{ kernel: string, problem?: string, cells: object[] }>}
 */
export default async function measureMethods({ kernel, sizes, lines, race: options }) {
  const cells = [];
  let studied;
  try {
    studied = await init({ kernel });
  } catch (error) {
    if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    return { kernel, problem: error.message, cells };
  }
  const timing = { ...options, breathe: seldom() };
  for (const bases of [1, 2])
    for (const bits of sizes)
      for (const exponentBits of sizes) {
        const methods = METHODS[bases].filter((method) => isSensible(method, exponentBits));
        const isOnLine = bases === 2 && (bits === lines.bits || exponentBits === lines.exponentBits);
        const within = isOnLine ? Infinity : options.within;
        cells.push(await race(studied, { bits, exponentBits, bases, methods }, { ...timing, within }));
      }
  return { kernel, cells };
}
