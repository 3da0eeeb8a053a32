// The times of Montgomery products and squarings, for every kernel in every engine.
import { bars } from '../report/chart.mjs';
import { figure, ratio, time } from '../report/format.mjs';

const CHARTED = 2048;

export default function section(engines, { chart, table }) {
  const at = (rows, bits, kernel) => rows.find((row) => row.bits === bits && row.kernel === kernel);
  const gain = (rows, row) => ratio(at(rows, row.bits, 'cios').product, row.product).min;
  const kernels = ['scalar', 'simd128', 'relaxed', 'wide'];
  const names = engines.map(({ engine }) => engine);
  const sizes = [...new Set(engines.flatMap(({ rows }) => rows.map(({ bits }) => bits)))];
  return `
The time of one Montgomery product and of one squaring. One call from JavaScript computes a chain of thousands, in which each operand
is the previous result. \`cios\` is plain Montgomery multiplication on 32-bit limbs (CIOS), compiled like the kernels. Set-up is
the work that a kernel does once for each modulus.

${chart(
  'kernels',
  bars({
    title: `A ${CHARTED}-bit product: how many times as fast as the plain kernel cios`,
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

Times at ${CHARTED} bits, and their ratios:

${table(
  ['engine', 'kernel', 'product', 'cios / product', 'squaring', 'squaring / product', 'set-up / product'],
  engines.flatMap(({ engine, rows }) =>
    rows
      .filter(({ bits, kernel }) => bits === CHARTED && kernels.includes(kernel))
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
${missing(engines)}`;
}

/** The kernels that engines do not run, with the reasons. */
function missing(engines) {
  const lines = engines.flatMap(({ engine, unavailable }) =>
    Object.entries(unavailable).map(([kernel, why]) => `- ${engine} does not run \`${kernel}\`: ${why.split('\n')[0]}`),
  );
  if (lines.length === 0) return '';
  return `Some engines do not run some kernels. The list gives the engine's error, or the first test case that the kernel computed
wrongly:

${lines.join('\n')}`;
}

/** The speed-up at every length, in each engine. */
function lengths(engines, sizes, { table, at, gain, kernels }) {
  return `How many times as fast as a product of cios a product is, by the length of the modulus in bits:

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
