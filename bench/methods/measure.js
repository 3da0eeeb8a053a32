// Maps of the best methods, for one kernel. Runs in the engine that is measured, a runtime or a page.
import { init } from '../../crate/js/dist/index.js';
import { breathe } from '../../workshop/engines/inside.js';
import { isSensible, METHODS } from '../../workshop/methods.js';
import { race } from './race.js';

/**
 * The grid of Attias, Vigneri, Dimitrov (Figure 5), for one base and for two.
 *
 * @param {object} task
 * @param {string} task.kernel
 * @param {number[]} task.sizes of moduli and of exponents, in bits
 * @param {{ bits: number, exponentBits: number }} task.lines where, for two bases, every method stays in its race
 * @param {object} task.race how to time a cell
 * @returns {Promise<{ kernel: string, problem?: string, cells: object[] }>}
 */
export default async function measureMethods({ kernel, sizes, lines, race: options }) {
  const cells = [];
  let pm;
  try {
    pm = await init({ kernel });
  } catch (error) {
    if (error.code !== 'ERR_KERNEL_UNAVAILABLE') throw error;
    return { kernel, problem: error.message, cells };
  }
  const timing = { ...options, breathe: seldom(breathe) };
  for (const bases of [1, 2])
    for (const bits of sizes)
      for (const exponentBits of sizes) {
        const methods = METHODS[bases].filter((method) => isSensible(method, exponentBits));
        const isOnLine = bases === 2 && (bits === lines.bits || exponentBits === lines.exponentBits);
        const within = isOnLine ? Infinity : options.within;
        cells.push(await race(pm, { bits, exponentBits, bases, methods }, { ...timing, within }));
      }
  return { kernel, cells };
}

/** A timer takes longer than a sample of a map with many cells. */
function seldom(breathe) {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 50) return;
    await breathe();
    last = performance.now();
  };
}
