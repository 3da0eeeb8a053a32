// Products and squarings of every kernel, all in turn in one engine. Runs in Node and in a page alike.
import { timeInTurn } from '../timing.js';

export const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192, 16384];

/**
 * @typedef {object} Build a kernel's bench build
 * @property {string} name
 * @property {string} glue the text that wasm-bindgen made (no-modules)
 * @property {BufferSource} wasm
 *
 * @typedef {object} Row
 * @property {string} kernel
 * @property {number} bits
 * @property {import('../timing.js').Timing} product
 * @property {import('../timing.js').Timing} squaring
 * @property {import('../timing.js').Timing} setUp
 */

/**
 * @param {Build[]} builds
 * @param {{ sizes?: number[], rounds?: number, sampleMs?: number, warmMs?: number }} [options]
 * @returns {Promise<{ rows: Row[], unavailable: Record<string, string> }>}
 */
export async function measureKernels(builds, { sizes = SIZES, ...options } = {}) {
  const unavailable = {};
  const kernels = [];
  for (const { name, glue, wasm } of builds)
    try {
      const bindings = new Function(`${glue}; return wasm_bindgen;`)();
      bindings.initSync({ module: await WebAssembly.compile(wasm) });
      const wrong = bindings.conformance(name, 512, 1);
      if (wrong) unavailable[name] = wrong;
      else kernels.push({ name, Chain: bindings.Chain });
    } catch (error) {
      unavailable[name] = String(error.message ?? error);
    }
  const rows = [];
  for (const bits of sizes) {
    const cases = kernels.flatMap(({ name, Chain }) => {
      const chain = new Chain(name, bits);
      return [
        { name: `${name} product`, run: (times) => chain.multiply(times) },
        { name: `${name} squaring`, run: (times) => chain.square(times) },
        { name: `${name} setUp`, run: (times) => Chain.set_up(bits, name, times) },
      ];
    });
    const timings = await timeInTurn(cases, options);
    for (const { name } of kernels) {
      const [product, squaring, setUp] = ['product', 'squaring', 'setUp'].map((what) => timings[`${name} ${what}`]);
      rows.push({ kernel: name, bits, product, squaring, setUp });
    }
  }
  return { rows, unavailable };
}
