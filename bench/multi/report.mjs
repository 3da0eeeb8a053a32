// Products of powers: Attias, Vigneri, Dimitrov, "Rethinking modular multi-exponentiation in real-world applications".
import { curves } from '../report/curves.mjs';
import { figure, ratio, ratioText, time } from '../report/format.mjs';

/** Table 2, milliseconds for λ = 2048 and k = 256: separate; ary 2, 3, 4; yll 2, 3, 4. `printed` is its last column. */
const TABLE_2 = {
  'Apple M1': { times: [0.41, 0.26, 0.28, 0.38, 0.25, 0.26, 0.38], printed: 1.58 },
  'Intel i7': { times: [0.45, 0.29, 0.31, 0.51, 0.28, 0.29, 0.45], printed: 1.61 },
  'Raspberry Pi 3': { times: [7.72, 4.56, 4.83, 7.06, 4.41, 4.57, 6.3], printed: 1.75 },
  'Raspberry Pi 4': { times: [4.66, 2.81, 2.95, 4.34, 2.74, 2.8, 3.87], printed: 1.66 },
};
const COLUMNS = ['ary 2', 'ary 3', 'ary 4', 'yll 2', 'yll 3', 'yll 4'];
const LEFT_OUT = ['interleaved 4', 'interleaved 5', 'auto'];

const N = 2;
/** The corrected formulas of Table 1 for two bases and exponents of k bits: [operations for the table, operations after]. */
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
These methods compute a product of powers, x^a · y^b · …, modulo N. The figure in a name is the window in bits.

- \`separate\` computes each power alone, with sliding windows, and multiplies the results.
- \`ary\` cuts all exponents into windows of the same fixed length. One table has the products for all combinations of
  digits.
- \`yll\` (Yen, Laih, Lenstra) slides one window over all exponents at once, so its table is smaller.
- \`interleaved\` gives each base its own table and its own sliding windows. All bases share one chain of squarings.
- \`auto\` is the package's own choice among them.

### Table 1 and Figure 1: operation counts

The number of squarings and products for two bases and exponents of 256 bits. *Formula* is the paper's, corrected as below:
operations for the table plus operations for the evaluation. *Counted* is the mean that powmod's methods take, over random
exponents.

${table(
  ['method', 'table', 'evaluation', 'formula', 'counted', 'squarings in it', 'products in it'],
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

- The cheapest is ${nameOf(cheapest)}, a method that the paper leaves out.
- Mistakes in Table 1: its heading says worst case, but it holds averages. SEPARATE has k operations for a power, but
  square and multiply takes about 1.5k. (Our row has sliding windows of 5 bits: both tables, and 7k/6 for each power.)
  The row of YLL is negative as printed; it should be k(1/(w + 1/(2^n − 1)) + 1) − 1. The row of interleaving lacks
  its k squarings.
- Mistakes in the listings: Algorithm 2 multiplies if *all* digits are nonzero, but must multiply if *any* is. In
  Algorithm 3, j_new is at least 1, but must be able to reach −1, where the loop ends; and line 16 must multiply once,
  after the squarings down to J.
- *Formula* and *counted* differ slightly. The leading window saves its squarings and its product. The formulas leave
  out the squares of the bases, from which the odd powers in the tables are computed.

${chart(
  'double-counts',
  curves({
    title: 'Counted operations for two bases (Figure 1a, 1b)',
    panels: [
      panelOf(lengths, 'squarings and products', true, (count) => count),
      panelOf(lengths, 'separate / method', false, (count, separate) => separate / count),
    ],
  }),
  { width: 1000, height: 440 },
)}

\`separate\` uses sliding windows here and below, like the exponentiation of OpenSSL that the paper times. In its Figure 1 the paper counts k for each power, as in its Table 1. The right panel is
the count of \`separate\` over that of each method, so a better \`separate\` lowers the curves.

### Table 2: two bases, λ = 2048, k = 256

How many times as fast as \`separate\` in the same row. λ is the length of the modulus, k that of the exponents. The rows of the
paper are C on OpenSSL's arithmetic, and their \`separate\` is OpenSSL's BN_mod_exp. Our rows are calls from JavaScript, one
row for each kernel.

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
        `${machine}, paper`,
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

Figures are ratios of minima; brackets hold ratios of medians. On the M1 and on the Pi 4 the last column that the paper prints
is lower than the times in its own table give (0.41/0.25 and 4.66/2.74). ${
    ran.length
      ? `In WebAssembly the fastest of all is ${ran.map(({ kernel, double }) => `${fastest(double)} on \`${kernel}\``).join(', ')};
their counts differ by a few products.`
      : ''
  } Every method saves squarings, namely the chain of one of the two powers. So the gain is smaller
where a squaring is cheaper than a product.

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

/** The questions that the paper leaves open. */
function open({ kernel, engine, openssl, many, kept }, table) {
  const names = [...new Set(many.flatMap(({ timings }) => Object.keys(timings)))].filter((name) => name !== 'separate');
  const made = kept['tables made each time'];
  return `${
    openssl
      ? `OpenSSL ${openssl.version}, the one in Node, computes the two powers one after the other. \`auto\` on \`${kernel}\` is ${ratioText(
          openssl.timings['OpenSSL, one and the other'],
          openssl.timings.auto,
        )} times as fast.\n\n`
      : ''
  }### Questions that the paper leaves open

More than two bases, with a modulus of 2048 bits and exponents of 256 bits: how many times as fast as \`separate\`, in ${engine}
with the kernel \`${kernel}\`. The table of \`yll\` has about 2^(nw) entries for n bases, so it is left out above four bases.
\`pippenger\` is the bucket method, and \`bos-coster\` divides the largest exponent by the second largest.

${table(
  ['bases', 'separate', ...names],
  many.map(({ bases, timings }) => [
    bases,
    time(timings.separate.min),
    ...names.map((name) => (timings[name] ? spread(timings.separate, timings[name]) : '–')),
  ]),
)}

Two bases, with tables that were computed before the call, or with secret exponents:

${table(
  ['two bases, 2048/256', 'time', 'times as fast as with tables made each time'],
  Object.entries(kept).map(([name, timing]) => [
    name === 'modPow2Secret' ? '`modPow2Secret`: fixed windows, reads the whole table at each step' : name,
    time(timing.min),
    timing === made ? '' : ratioText(made, timing),
  ]),
)}

For several cores, see the workers of the pool in the section on tables for a base that comes again.`;
}

function spread(one, other) {
  const { min, median } = ratio(one, other);
  return `${figure(min)} (${figure(median)})`;
}

/** The best of the paper's methods. */
function bestOf(double) {
  const best = COLUMNS.reduce((a, b) => (double[b].min < double[a].min ? b : a));
  return `${figure(double.separate.min / double[best].min)}, ${best}`;
}

function fastest({ auto: _, ...others }) {
  return Object.keys(others).reduce((a, b) => (others[b].min < others[a].min ? b : a));
}
