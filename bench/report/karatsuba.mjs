// An estimate of what Karatsuba multiplication would save in each kernel. A part of the section on Pomcor's paper.
import { figure } from './format.mjs';

/** @param {{ engine: string, version: string, rows: object[] }[]} [kernels] the results of bench/kernels.mjs */
export function karatsuba(kernels = [], table) {
  const lines = kernels.flatMap(({ engine, rows }) => {
    const time = (kernel, bits) => rows.find((row) => row.kernel === kernel && row.bits === bits)?.product.min;
    return rows
      .filter(({ kernel, bits }) => kernel !== 'cios' && bits >= 4096 && time(kernel, bits / 2))
      .map(({ kernel, bits, product }) => [
        engine,
        kernel,
        bits,
        figure(remaining(time(kernel, bits / 2) / product.min)),
      ]);
  });
  return `### Karatsuba

The paper's library uses Karatsuba multiplication on the phone only, for moduli of 7680 and 15360 bits. At 3840 bits and below the
authors found no gain, to their surprise.

No kernel here uses Karatsuba. A kernel multiplies and reduces in one pass, which loads and stores each column once; Karatsuba would
need a separate pass for the multiplication. The table estimates the gain. A product takes about half of its time t(n) for the
multiplication and half for the reduction, which Karatsuba does not change. One level replaces the multiplication by three of half the
length. So about 1/2 + 3/2 · t(n/2)/t(n) of the time would remain. The estimate leaves out additions, carries and copies, and the cost of
the second pass.
${lines.length ? `\n${table(['engine', 'kernel', 'bits', 'share of the time that would remain'], lines)}\n` : ''}`;
}

/** @param {number} half the time of a product of half the length, over that of a product */
const remaining = (half) => 1 / 2 + (3 / 2) * half;
