// What Karatsuba's method saves in the kernel `relaxed`. A part of the section on Pomcor's paper.

import { figure, ratio } from '../report/format.mjs';
import { SCHOOLBOOK } from './measure.js';

/** @param {{ engine: string, rows: object[] }[]} [kernels] the results of bench/kernels/run.mjs */
export function karatsuba(kernels = [], table) {
  const without = ({ rows }) => rows.filter(({ kernel }) => kernel === SCHOOLBOOK);
  const engines = kernels.filter((engine) => without(engine).length);
  const sizes = [...new Set(engines.flatMap((engine) => without(engine).map(({ bits }) => bits)))];
  const lines = engines.map(({ engine, rows }) => {
    const at = (name, bits) => rows.find((row) => row.kernel === name && row.bits === bits);
    const saved = (bits, what) => figure(ratio(at(SCHOOLBOOK, bits)?.[what], at('relaxed', bits)?.[what])?.min);
    return [engine, ...sizes.map((bits) => `${saved(bits, 'product')} / ${saved(bits, 'squaring')}`)];
  });
  return `### Karatsuba

The paper's library uses Karatsuba multiplication on the phone only, for moduli of 7680 and 15360 bits. At 3840 bits and below the
authors found no gain, to their surprise.

Here the kernel \`relaxed\` uses it for long moduli: it computes the whole product by Karatsuba's method, and then reduces it by differences,
which takes half of the products of limbs that the rows of the reduction have. From 7049 bits on, it reduces in halves, with three products for
four. A half's time still grows with the square of its length. The other kernels do not use it.
${
  lines.length
    ? `\nThe time without Karatsuba's method over the time with it, of a product / a squaring:\n\n${table(['engine', ...sizes], lines)}\n`
    : ''
}`;
}
