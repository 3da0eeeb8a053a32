// Times products, squarings and set-up of every kernel, in turn. Runs in the measured engine.

import { breathe, loadBench } from '../../workshop/engines/inside.js';
import { timeInTurn } from '../../workshop/timing.js';

export const KERNELS = ['cios', 'scalar', 'simd128', 'relaxed', 'wide'];
export const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192, 12288, 16384, 32768];

/** The kernel `relaxed` without Karatsuba's method, which it uses for long moduli only. */
export const SCHOOLBOOK = 'relaxed without Karatsuba';

/**
 * @typedef {object} Row
 * @property {number} bits
 * @property {string} kernel
 * @property {import('../../workshop/timing.js').Timing} product
 * @property {import('../../workshop/timing.js').Timing} squaring
 * @property {import('../../workshop/timing.js').Timing} setUp
 */

/**
 * @param {{ sizes?: number[], rounds?: number, sampleMs?: number, warmMs?: number }} options
 * @returns {Promise<{ rows: Row[], unavailable: Record<string, string> }>}
 */
export default async function measureKernels({ sizes = SIZES, ...timing }) {
  const unavailable = {};
  const kernels = [];
  for (const name of KERNELS)
    try {
      const { ProductChain, conformance } = await loadBench(name);
      const wrong = conformance(name, 512, 1);
      if (wrong) unavailable[name] = wrong.slice(0, 100);
      else kernels.push({ name, ProductChain });
      if (name === 'relaxed' && !wrong) kernels.push({ name: SCHOOLBOOK, ProductChain, from: 3072 });
    } catch (error) {
      unavailable[name] = String(error.message ?? error);
    }

  const rows = [];
  for (const bits of sizes) {
    const timed = kernels.filter(({ from = 0 }) => bits >= from);
    const cases = timed.flatMap(({ name, ProductChain }) => {
      const chain = new ProductChain(name, bits);
      return [
        { name: `${name} product`, milliseconds: (times) => chain.multiply(times) },
        { name: `${name} squaring`, milliseconds: (times) => chain.square(times) },
        { name: `${name} setUp`, milliseconds: (times) => ProductChain.set_up(bits, name, times) },
      ];
    });
    const timings = await timeInTurn(cases, { ...timing, breathe });
    for (const { name } of timed) {
      const [product, squaring, setUp] = ['product', 'squaring', 'setUp'].map((what) => timings[`${name} ${what}`]);
      rows.push({ bits, kernel: name, product, squaring, setUp });
    }
  }
  return { rows, unavailable };
}
