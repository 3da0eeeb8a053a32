// The best window for each length of the exponent: Ji, Wan, "Adaptive modular exponentiation methods v.s. Python's power function".
import { bars } from '../report/chart.mjs';
import { figure, ratio, ratioText, time } from '../report/format.mjs';

/** Tables I and II as printed: the length of the exponent in bits from which each window is the best. */
const PAPER = {
  mary: { 2: 6, 3: 35, 4: 122, 5: 369, 6: 1044, 7: 2823, 8: 7371 },
  sliding: { 2: 1, 3: 21, 4: 24, 5: 80, 6: 240, 7: 672, 8: 1792, 9: 4608 },
};

/** The formulas that the tables should minimize: products for an exponent of k bits and windows of m bits. */
const FORMULAS = {
  mary: (k, m) => 2 ** m - 2 + k - m + ((1 - 2 ** -m) * (k - m)) / m,
  sliding: (k, m) => 2 ** (m - 1) + k + k / (m + 1),
};

/** Tables III and IV, by bits: milliseconds of `pow`, and the change in per cent by the paper's m-ary and sliding program. */
const TIMES = {
  CPython: {
    1024: [5.05, 4.39, 2.56],
    2048: [32.942, -0.17, -1.63],
    3072: [101.136, -1.35, -3.82],
    4096: [229.435, -2.31, -4.98],
  },
  PyPy: {
    1024: [3.45, 3.94, 2.69],
    2048: [20.035, -0.12, -1.52],
    3072: [58.383, -1.03, -3.88],
    4096: [129.2, -2.04, -4.69],
  },
};

const ADAPTIVE = ['m-ary', 'sliding, paper', 'sliding, minimal'];

export default function section(
  { samples, crossovers, counts, engine, kernel, rows, interpreters, withoutPypy },
  { chart, table },
) {
  const sizes = (rows ?? []).map(({ bits }) => bits);
  return `
### Tables I and II: the length from which each window is the best

Each figure is the length of the exponent, in bits, from which the window is the best. *Paper* is the figure that the paper
prints. *Its formula* is the figure that minimizes the paper's formula, which is T(k, m) = 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m
for m-ary and T'(k, m) = 2^(m−1) + k + k/(m+1) for sliding windows, with exponents of k bits and windows of m bits. *Counted* is the
figure that follows from the operations that powmod's methods take, as means over ${samples} random exponents of each length.

${table(
  ['window', ...['m-ary', 'sliding'].flatMap((name) => [`${name}: paper`, 'its formula', 'counted'])],
  [2, 3, 4, 5, 6, 7, 8, 9].map((window) => [
    window,
    ...['mary', 'sliding'].flatMap((method) => {
      const counted = crossovers.find((row) => row.method === method && row.window === window);
      return counted ? [PAPER[method][window], minimizer(method, window), counted.from] : ['', '', ''];
    }),
  ]),
)}

- Table I of the paper is the minimum of T. At 6 bits two windows tie.
- Table II is not the minimum of T': nearly everywhere its window is one too large. powmod/methods has it as
  \`table: 'paper'\`; \`sliding\` uses the minimum by default.
- By count, sliding windows change even earlier than by T'. T' counts k squarings for every window, but the leading
  window of m bits saves m of them. The next window saves k/((m+1)(m+2)) products, so a difference of one operation moves
  the change by about (m+1)(m+2) bits. There the two windows differ by less than one product, so powmod follows the
  formula. Only the window of 2 bits comes later, since T' counts one product for the table of windows of 1 bit, which
  they do not need.
- By count, m-ary windows differ from T in the last window, which is shorter if m does not divide k.

### Tables III and IV: times

${sizes.length ? inPython({ table, rows, interpreters, withoutPypy }) : ''}

${sizes.length ? inPowmod({ chart, table, rows, counts, engine, kernel }) : ''}`;
}

function minimizer(method, window) {
  const cost = FORMULAS[method];
  let k = 1;
  while (cost(k, window) >= cost(k, window - 1)) k++;
  return k;
}

/** A repetition of the paper's experiment: its two Python programs beside the interpreter's own `pow`. */
function inPython({ table, rows, interpreters, withoutPypy }) {
  const names = Object.keys(interpreters);
  const ours = names.map((name) => `${name} ${interpreters[name]}`).join(' and ');
  return `We repeated the paper's experiment. It compares two programs in Python, m-ary and sliding, with the interpreter's own \`pow\`, for
a modulus and an exponent of k bits. The columns *m-ary* and *sliding* show how much longer (+) or shorter (−) the program takes
than \`pow\`. The paper used Python 2 on an AMD FX8320; we used ${ours}${withoutPypy ? ` (PyPy was not measured: ${withoutPypy})` : ''}.

${names
  .map((name) =>
    table(
      ['k', `${name}, paper: pow`, 'm-ary', 'sliding', `${name}, here: pow`, 'm-ary', 'sliding'],
      rows.map(({ bits, timings }) => {
        const [pow, ...changes] = TIMES[name][bits];
        return [
          bits,
          time(1000 * pow),
          ...changes.map((change) => signed(change / 100)),
          time(timings[name].min),
          ...['m-ary', 'sliding'].map((method) => changeText(timings[`${name}, ${method}`], timings[name])),
        ];
      }),
    ),
  )
  .join('\n\n')}

In the paper's CPython, \`pow\` used 5-ary windows for long exponents. Since CPython 3.11 it uses sliding windows of 5 bits. So a
wider window can save only few products, while the interpreter's work between two products costs time. The paper says that
the \`pow\` of PyPy was binary. But then m-ary windows would have saved a fifth of the operations at 2048 bits, and Table IV has
0.12 %; its changes are those against a 5-ary \`pow\`.`;
}

/** The methods compared in powmod's arithmetic. */
function inPowmod({ chart, table, rows, counts, engine, kernel }) {
  const countOf = (bits, name) => counts.find((row) => row.bits === bits && row.name === name);
  const operations = (bits, name) => {
    const { squarings, products } = countOf(bits, name);
    return squarings + products;
  };
  const changes = (name) => [
    ...rows.map(({ bits }) => operations(bits, name) / operations(bits, '5-ary') - 1),
    ...rows.map(({ timings }) => timings[name].min / timings['5-ary'].min - 1),
  ];
  return `The same methods in powmod's arithmetic, in ${engine} with the kernel \`${kernel}\`. The baseline has fixed 5-ary windows, like the
\`pow\` of the paper. The other columns show the change in operations and in time. Operations are means over random exponents.

${table(
  ['k', '5-ary', ...ADAPTIVE.flatMap((name) => [`${name}: operations`, `${name}: time`])],
  rows.map(({ bits, timings }) => [
    bits,
    `${Math.round(operations(bits, '5-ary'))}, ${time(timings['5-ary'].min)}`,
    ...ADAPTIVE.flatMap((name) => [
      signed(operations(bits, name) / operations(bits, '5-ary') - 1),
      changeText(timings[name], timings['5-ary']),
    ]),
  ]),
)}

${chart(
  'windows',
  bars({
    title: `Change against 5-ary windows in per cent, kernel ${kernel}`,
    unit: '%',
    categories: [...rows.map(({ bits }) => `${bits}\noperations`), ...rows.map(({ bits }) => `${bits}\ntime`)],
    series: ADAPTIVE.map((name) => ({ name, data: changes(name).map((change) => Number((100 * change).toFixed(2))) })),
  }),
)}

The paper claims that adaptive windows save operations, and the counts confirm it: at 4096 bits they predict the changes of its
Table III within a few tenths of a per cent. Changes in time differ from changes in operations for two reasons. A window saves
products only, and a product costs more than a squaring. A larger table may no longer fit into the nearest cache. The minimal table
takes fewer operations than the paper's at every length here; ${winner(rows)}.

The time of \`pow\` in CPython over that of the minimal sliding windows in powmod: ${rows
    .map(({ bits, timings }) => `${ratioText(timings.CPython, timings['sliding, minimal'])} at ${bits} bits`)
    .join(', ')}.`;
}

function winner(rows) {
  const faster = rows.filter(({ timings }) => timings['sliding, minimal'].min <= timings['sliding, paper'].min);
  return `it is also faster at ${faster.length} of ${rows.length} lengths. The two differ by ${figure(
    Math.max(
      ...rows.map(({ timings }) => Math.abs(1 - timings['sliding, minimal'].min / timings['sliding, paper'].min)),
    ) * 100,
    2,
  )} % at most`;
}

/** `−4.98 % (median −4.9)` */
function changeText(one, other) {
  const { min, median } = ratio(one, other);
  return `${signed(min - 1)} (median ${signed(median - 1)})`;
}

function signed(share) {
  const text = (100 * Math.abs(share)).toFixed(2);
  return `${share < 0 ? '−' : '+'}${text} %`;
}
