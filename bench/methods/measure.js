// The methods of the papers side by side, all in turn. Runs in the engine that is measured, a runtime or a page.
import { init } from '../../crate/js/dist/index.js';
import { seededNumber } from '../../crate/js/src/cli/bench/numbers.js';
import { timeInTurn } from '../../crate/js/src/cli/bench/timing.js';
import { breathe } from '../../tests/engines/read.js';
import { cell, numbers, repeat } from './cell.js';

/**
 * @param {object} task
 * @param {string} task.kernel
 * @param {number[]} task.sizes of moduli and of exponents, in bits
 * @param {object} task.single how to time single comparisons
 * @param {object} task.cell how to time a cell of the grid
 */
export default async function measureMethods({ kernel, sizes, single, cell }) {
  const pm = await init({ kernel });
  return {
    kernel: pm.kernel,
    comparisons: await comparisons(pm, { ...single, breathe }),
    grid: await grid(pm, sizes, { ...cell, breathe }),
  };
}

/** The grid of Attias, Vigneri, Dimitrov (Figure 5): modulus and exponent of 2^5 to 2^13 bits, for one base and two. */
async function grid(pm, sizes, options) {
  const cells = [];
  for (const bases of [1, 2])
    for (const bits of sizes)
      for (const exponentBits of sizes) cells.push(await cell(pm, { bits, exponentBits, bases }, options));
  return cells;
}

/** Single comparisons that the design promises, each as timings in turn. */
async function comparisons(pm, options) {
  const { modulus, terms } = numbers(2048, 256, 16);
  const m = pm.modulus(modulus);
  const [[x, a], [y, b]] = terms;
  const long = seededNumber(2048, 99);
  const fixed = m.fixedBase(x, { maxBits: 256 });
  /** Two exponentiations of OpenSSL's and one of ours do the same. */
  async function besideOpenssl() {
    const { openssl } = await import('../peers/peers.mjs').then(({ peers }) => peers);
    const prepared = await Promise.all([openssl.prepare(x, a, modulus), openssl.prepare(y, b, modulus)]);
    const double = () => m.pow2(x, a, y, b);
    if (double() !== (prepared[0].result * prepared[1].result) % modulus) throw new Error('OpenSSL differs');
    const both = (times) => {
      for (const { run } of prepared) run(times);
    };
    return timeInTurn(
      [
        { name: 'auto', run: repeat(double) },
        { name: 'OpenSSL, one and the other', run: both },
      ],
      options,
    );
  }
  const cases = (pairs) =>
    timeInTurn(
      Object.entries(pairs).map(([name, call]) => ({ name, run: repeat(call) })),
      options,
    );
  const result = {
    double: await cases({
      auto: () => m.pow2(x, a, y, b),
      separate: () => m.pow2(x, a, y, b, { method: 'separate' }),
    }),
    ...(globalThis.process?.versions.node && { native: await besideOpenssl() }),
    sixteen: await cases({
      auto: () => m.multiPow(terms),
      separate: () => m.multiPow(terms, { method: 'separate' }),
    }),
    fixedBase: await cases({ kept: () => fixed.pow(a), modPow: () => m.pow(x, a) }),
    earlyExit: await cases({
      binary: () => m.pow(x, long, { method: 'binary' }),
      exit: () => m.pow(x, long, { method: 'binary', earlyExit: 'all' }),
    }),
  };
  fixed.free();
  m.free();
  return result;
}
