// Where Karatsuba's multiplication would win, kernel by kernel: a part of paper 002's section.
import { figure } from './format.mjs';

/** @param {{ engine: string, version: string, rows: object[] }[]} [kernels] what bench/kernels.mjs measured */
export function karatsuba(kernels = [], table) {
  const lines = kernels.flatMap(({ version, rows }) =>
    rows
      .filter((row) => row.karatsuba)
      .map(({ bits, kernel, product, karatsuba }) => [version, kernel, bits, figure(karatsuba.min / product.min)]),
  );
  return `### Karatsuba

The paper's library uses Karatsuba on the phone only, for moduli of 7680 and 15360 bits; at 3840 and below it gained nothing, to its authors' surprise.
No kernel here uses it: it needs the products apart from the reduction, where a walk for both at once loads and stores each
column once. The kernels' heads (\`crate/kernel/src\`) say what one level would leave of a product.
${lines.length ? `\nTime of a product with one level of Karatsuba over that of the kernel's own; below 1 it would win:\n\n${table(['engine', 'kernel', 'bits', 'Karatsuba / product'], lines)}\n` : ''}`;
}
