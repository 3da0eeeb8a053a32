// Products of powers: Attias, Vigneri, Dimitrov, "Rethinking modular multi-exponentiation in real-world applications".
import { curves } from './curves.mjs';
import { figure, ratio, ratioText, time } from './format.mjs';

/** Table 2, milliseconds for λ = 2048 and k = 256: separate; ary 2, 3, 4; yll 2, 3, 4; and its last column. */
const TABLE_2 = {
  'Apple M1': { times: [0.41, 0.26, 0.28, 0.38, 0.25, 0.26, 0.38], printed: 1.58 },
  'Intel i7': { times: [0.45, 0.29, 0.31, 0.51, 0.28, 0.29, 0.45], printed: 1.61 },
  'Raspberry Pi 3': { times: [7.72, 4.56, 4.83, 7.06, 4.41, 4.57, 6.3], printed: 1.75 },
  'Raspberry Pi 4': { times: [4.66, 2.81, 2.95, 4.34, 2.74, 2.8, 3.87], printed: 1.66 },
};
const COLUMNS = ['ary 2', 'ary 3', 'ary 4', 'yll 2', 'yll 3', 'yll 4'];
const LEFT_OUT = ['interleaved 4', 'interleaved 5', 'auto'];

const N = 2;
/** Table 1's formulas for two bases, corrected: precomputed and evaluated operations for exponents of k bits. */
const FORMULAS = {
  separate: (k) => [N * 2 ** 4, N * (k + k / 6) + N - 1],
  ary: (k, w) => [2 ** (N * w) - 1 - N, Math.floor((k - 1) / w) * w + (k * (1 - 2 ** (-N * w))) / w],
  yll: (k, w) => [2 ** (N * w) - 2 ** (N * (w - 1)) - N, k - 1 + k / (w + 1 / (2 ** N - 1))],
  interleaved: (k, w) => [N * 2 ** (w - 1), k + (N * k) / (w + 1)],
};

const nameOf = ({ method, window }) => (window ? `${method} ${window}` : method);

export default function section({ table: counts, curves: lengths, kernels }, { chart, table }) {
  const ran = kernels.filter(({ problem }) => !problem);
  const main = ran.find(({ many }) => many);
  const cheapest = counts.reduce((a, b) => (b.squarings + b.products < a.squarings + a.products ? b : a));
  return `
### Table 1 and Figure 1: what each method counts

Two bases, exponents of 256 bits: the paper's formulas, with squarings and products alike, and the means that the
library's own methods count over random exponents.

${table(
  ['method', 'precomputed', 'evaluated', 'formula', 'counted', 'of that squarings', 'products'],
  counts.map((row) => {
    const [precomputed, evaluated] = FORMULAS[row.method](256, row.window);
    const all = row.squarings + row.products;
    return [
      nameOf(row),
      figure(precomputed),
      figure(evaluated, 4),
      figure(precomputed + evaluated, 4),
      `${row === cheapest ? '**' : ''}${figure(all, 4)}${row === cheapest ? '**' : ''}`,
      figure(row.squarings, 4),
      figure(row.products, 4),
    ];
  }),
)}

- The cheapest is ${nameOf(cheapest)}, of the method that the paper sets aside.
- Slips in Table 1, which is headed the worst case and has averages: SEPARATE's k for a power should be about 1.5k for
  square and multiply (here, sliding windows of 5 bits: both their tables, and 7k/6 for each power); YLL's row, as
  printed, is negative, and should be k(1/(w + 1/(2^n − 1)) + 1) − 1. The interleaving's row lacks its k squarings.
- Slips in its listings: Algorithm 2 multiplies where *all* digits are other than zero, and must where *any* is.
  Algorithm 3's j_new is at least 1, where the floor must be −1, with which it ends; its line 16 multiplies once,
  after the squarings down to J.
- Counted differs by a few: the leading window costs neither its squarings nor its product, and the squares of the
  bases, of which odd powers are made, are not in the formulas.

${chart(
  'double-counts',
  curves({
    title: 'Operations for two bases, counted (Figure 1a, 1b)',
    panels: [
      panelOf(lengths, 'squarings and products', true, (count) => count),
      panelOf(lengths, 'separate / method', false, (count, separate) => separate / count),
    ],
  }),
  { width: 1000, height: 440 },
)}

Our \`separate\` takes sliding windows here and below, as OpenSSL's exponentiation does, which the paper times. For
its Figure 1 the paper has k for each power, by Table 1; a curve on the right is the lower the better \`separate\` is.

### Table 2: two bases, λ = 2048, k = 256

How many times faster than \`separate\` of the same row. Theirs are C on OpenSSL's arithmetic, \`separate\` its
BN_mod_exp; ours are calls from JavaScript, on each kernel.

${table(
  ['', 'separate', ...COLUMNS, 'best', ...LEFT_OUT],
  [
    ...Object.entries(TABLE_2).map(
      ([
        machine,
        {
          times: [separate, ...times],
          printed,
        },
      ]) => [
        `${machine}, theirs`,
        time(1000 * separate),
        ...times.map((ms) => figure(separate / ms)),
        `${figure(separate / Math.min(...times))} (printed ${printed})`,
        ...LEFT_OUT.map(() => '–'),
      ],
    ),
    ...ran.map(({ engine, kernel, double }) => [
      `\`${kernel}\`, ${engine}`,
      time(double.separate.min),
      ...COLUMNS.map((name) => spread(double.separate, double[name])),
      bestOf(double),
      ...LEFT_OUT.map((name) => spread(double.separate, double[name])),
    ]),
  ],
)}

Ratios are of minima, in brackets of medians. The printed last column is below the table's own entries on the M1
(0.41/0.25) and on the Pi 4 (4.66/2.74). ${
    ran.length
      ? `In wasm the fastest of all is ${ran.map(({ kernel, double }) => `${fastest(double)} on \`${kernel}\``).join(', ')}:
by count they are within a few products of each other.`
      : ''
  } What is gained depends on what a squaring costs beside a product: every method saves
squarings, the chain of one of the two powers, so that it gains the less the cheaper they are.

${main ? open(main, table) : ''}`;
}

function panelOf(lengths, y, log, value) {
  const names = [...new Set(lengths.map(nameOf))];
  const count = (name, bits) => {
    const { squarings, products } = lengths.find((row) => row.bits === bits && nameOf(row) === name);
    return squarings + products;
  };
  const all = [...new Set(lengths.map(({ bits }) => bits))];
  return {
    x: 'bits of the exponents',
    y,
    log,
    curves: Object.fromEntries(
      names.map((name) => [name, all.map((bits) => [bits, value(count(name, bits), count('separate', bits))])]),
    ),
  };
}

/** The paper's open questions: what it leaves for others. */
function open({ kernel, engine, openssl, many, kept }, table) {
  const names = [...new Set(many.flatMap(({ timings }) => Object.keys(timings)))].filter((name) => name !== 'separate');
  const made = kept['tables made each time'];
  return `${
    openssl
      ? `Against OpenSSL ${openssl.version} itself, Node's own, one power after the other: \`auto\` on \`${kernel}\` is ${ratioText(
          openssl.timings['OpenSSL, one and the other'],
          openssl.timings.auto,
        )} times faster.\n\n`
      : ''
  }### What the paper leaves open

More than two bases, modulus of 2048 bits and exponents of 256: how many times faster than \`separate\`, ${engine},
\`${kernel}\`. \`yll\`'s table grows with 2^(nw) and is left out above four bases; \`pippenger\` is the bucket method.

${table(
  ['bases', 'separate', ...names],
  many.map(({ bases, timings }) => [
    bases,
    time(timings.separate.min),
    ...names.map((name) => (timings[name] ? spread(timings.separate, timings[name]) : '–')),
  ]),
)}

Two bases, the tables made offline and kept, or exponents that no time shows:

${table(
  ['two bases, 2048/256', 'time', 'times faster than with tables made each time'],
  Object.entries(kept).map(([name, timing]) => [
    name === 'modPow2Secret' ? '`modPow2Secret`: fixed windows, all of a table read' : name,
    time(timing.min),
    timing === made ? '' : ratioText(made, timing),
  ]),
)}

Several cores: see the pool's workers under the kept base.`;
}

function spread(one, other) {
  const { min, median } = ratio(one, other);
  return `${figure(min)} (${figure(median)})`;
}

/** Of the paper's methods. */
function bestOf(double) {
  const best = COLUMNS.reduce((a, b) => (double[b].min < double[a].min ? b : a));
  return `${figure(double.separate.min / double[best].min)}, ${best}`;
}

function fastest({ auto: _, ...others }) {
  return Object.keys(others).reduce((a, b) => (others[b].min < others[a].min ? b : a));
}
