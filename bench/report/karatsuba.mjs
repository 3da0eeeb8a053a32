// Where Karatsuba's multiplication would win, kernel by kernel: a part of paper 002's section.
import { figure } from './format.mjs';

/** @param {{ engine: string, version: string, rows: object[] }[]} [kernels] what bench/kernels.mjs measured */
export function karatsuba(kernels = [], table) {
  const lines = kernels.flatMap(({ engine, rows }) => {
    const time = (kernel, bits) => rows.find((row) => row.kernel === kernel && row.bits === bits)?.product.min;
    return rows
      .filter(({ kernel, bits }) => kernel !== 'cios' && bits >= 4096 && time(kernel, bits / 2))
      .map(({ kernel, bits, product }) => [engine, kernel, bits, figure(left(time(kernel, bits / 2) / product.min))]);
  });
  return `### Karatsuba

The paper's library uses Karatsuba on the phone only, for moduli of 7680 and 15360 bits; at 3840 and below it gained nothing, to its authors' surprise.
No kernel here uses it. It takes the multiplication out of the walk that reduces as it goes and loads and stores each column once, and
leaves the reduction as it is. A product is about half multiplication, half reduction; so what one level leaves of a product's time t(n)
is about 1/2 + 3/2 · t(n/2)/t(n), before its own additions, carries and copies, and before what the parted walk costs.
${lines.length ? `\n${table(['engine', 'kernel', 'bits', 'left by one level'], lines)}\n` : ''}`;
}

/** @param {number} half a product of half the length, in products */
const left = (half) => 1 / 2 + (3 / 2) * half;
