// Products and squarings of every kernel in every engine.
import { bars } from './chart.mjs';
import { figure, ratio, time } from './format.mjs';

const CHARTED = 2048;

export default function section(engines, { chart, table }) {
  const at = (rows, bits, kernel) => rows.find((row) => row.bits === bits && row.kernel === kernel);
  const gain = (rows, row) => ratio(at(rows, row.bits, 'cios').product, row.product).min;
  const kernels = ['scalar', 'simd128', 'relaxed', 'wide'];
  const names = engines.map(({ engine }) => engine);
  const sizes = [...new Set(engines.flatMap(({ rows }) => rows.map(({ bits }) => bits)))];
  return `
Montgomery products modulo N in dependent chains, each operand the last result, called from JavaScript once for thousands of them. The
reference is the plain 32-bit form (CIOS), compiled as the others are. Set-up is all that is computed for a modulus once.

${chart(
  'kernels',
  bars({
    title: `How many times faster than the 32-bit reference a ${CHARTED}-bit product is`,
    categories: names,
    series: kernels.map((kernel) => ({
      name: kernel,
      data: engines.map(({ rows }) => {
        const row = at(rows, CHARTED, kernel);
        return row && Number(figure(gain(rows, row)));
      }),
    })),
    horizontal: true,
  }),
  { height: 640 },
)}

At ${CHARTED} bits:

${table(
  ['engine', 'kernel', 'product', 'cios / product', 'squaring', 'squaring / product', 'set-up / product'],
  engines.flatMap(({ engine, rows }) =>
    rows
      .filter(({ bits }) => bits === CHARTED)
      .map((row) => [
        engine,
        row.kernel,
        time(row.product.min),
        figure(gain(rows, row)),
        time(row.squaring.min),
        figure(ratio(row.squaring, row.product).min),
        figure(ratio(row.setUp, row.product).min),
      ]),
  ),
)}
${sizes.length > 1 ? `\n${lengths(engines, sizes, { table, at, gain, kernels })}` : ''}
${engines
  .flatMap(({ engine, unavailable }) =>
    Object.entries(unavailable).map(([kernel, why]) => `- ${engine} does not run \`${kernel}\`: ${why.split('\n')[0]}`),
  )
  .join('\n')}`;
}

/** The gain at every length, in each engine. */
function lengths(engines, sizes, { table, at, gain, kernels }) {
  return `How many times faster than the reference's a product is, by the length of the modulus:

${table(
  ['engine', 'kernel', ...sizes],
  engines.flatMap(({ engine, rows }) =>
    kernels
      .filter((kernel) => rows.some((row) => row.kernel === kernel))
      .map((kernel) => [
        engine,
        kernel,
        ...sizes.map((bits) => {
          const row = at(rows, bits, kernel);
          return row ? figure(gain(rows, row)) : '–';
        }),
      ]),
  ),
)}
`;
}
