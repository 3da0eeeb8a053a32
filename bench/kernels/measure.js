// Times products, squarings and set-up of every kernel, in turn. Runs in the measured engine.

import { breathe, loadBench } from '../../workshop/engines/inside.js';
import { wasmKernels } from '../../workshop/kernels.js';
import { timeInTurn } from '../../workshop/timing.js';

const KERNELS = ['cios', ...wasmKernels];
const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192, 12288, 16384, 32768];

/** The kernel `relaxed` without Karatsuba's method, which it uses for long moduli only. */
const SCHOOLBOOK = 'relaxed without Karatsuba';

const OPERATIONS = {
  product: ({ chain }, times) => chain.multiply(times),
  squaring: ({ chain }, times) => chain.square(times),
  'set-up': ({ ProductChain, bits, name }, times) => ProductChain.set_up(bits, name, times),
};

/**
 * @param {{ sizes?: number[], rounds?: number, sampleMs?: number, warmMs?: number }} options
 * @returns a row for each length and operation, with the time of each kernel, and one for each kernel that does not run
 */
export default async function measureKernels({ sizes = SIZES, ...timing }) {
  const rows = [];
  const missing = (kernel, why) =>
    rows.push({
      part: 'missing',
      kernel,
      values: { 'its error, or the first case that it computes wrongly': why.split('\n')[0] },
    });
  const kernels = [];
  for (const name of KERNELS)
    try {
      // The module of `scalar` has the plain form too.
      const { ProductChain, conformance } = await loadBench(name === 'cios' ? 'scalar' : name);
      const wrong = conformance(name, 512, 1);
      if (wrong) missing(name, wrong.slice(0, 100));
      else kernels.push({ name, ProductChain });
      if (name === 'relaxed' && !wrong) kernels.push({ name: SCHOOLBOOK, ProductChain, from: 3072 });
    } catch (error) {
      missing(name, String(error.message ?? error));
    }

  for (const bits of sizes) {
    const timed = kernels.filter(({ from = 0 }) => bits >= from);
    const works = timed.map((one) => ({ ...one, bits, chain: new one.ProductChain(one.name, bits) }));
    const cases = Object.entries(OPERATIONS).flatMap(([operation, work]) =>
      works.map((one) => ({ name: `${operation} ${one.name}`, milliseconds: (times) => work(one, times) })),
    );
    const timings = await timeInTurn(cases, { ...timing, breathe });
    for (const operation of Object.keys(OPERATIONS)) {
      const own = timed.map(({ name }) => [name, timings[`${operation} ${name}`]]);
      rows.push({ part: 'time', bits, operation, timings: Object.fromEntries(own) });
    }
  }
  return rows;
}
