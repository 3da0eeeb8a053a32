// Windows by the exponent's length: Ji, Wan, "Adaptive modular exponentiation methods v.s. Python's power function".
import { bars } from './chart.mjs';
import { figure, ratio, ratioText, time } from './format.mjs';

/** Tables I and II as printed: from how many bits on each next window is the best. */
const PAPER = {
  mary: { 2: 6, 3: 35, 4: 122, 5: 369, 6: 1044, 7: 2823, 8: 7371 },
  sliding: { 2: 1, 3: 21, 4: 24, 5: 80, 6: 240, 7: 672, 8: 1792, 9: 4608 },
};

/** The formulas that the tables are to minimize, in products for k bits and windows of m. */
const FORMULAS = {
  mary: (k, m) => 2 ** m - 2 + k - m + ((1 - 2 ** -m) * (k - m)) / m,
  sliding: (k, m) => 2 ** (m - 1) + k + k / (m + 1),
};

/** Tables III and IV: milliseconds of `pow`, and by how much the two programs change that, by bits. */
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
### Tables I and II: from how many bits on a window is the best

The paper's tables; what minimizes the paper's own formulas, T(k, m) = 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m and
T'(k, m) = 2^(m−1) + k + k/(m+1); and what the library's own methods count, on a monoid that does nothing else, as means
over ${samples} random exponents of each length.

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

- Table I is the minimum of T; at 6 bits two windows tie.
- Table II is not the minimum of T': nearly everywhere it is a window too large. It is kept by its name,
  \`table: 'paper'\`; \`sliding\` itself uses the minimum.
- Counted, sliding windows grow still earlier: T' charges k squarings whatever the window is, but the leading window
  of m bits saves m of them. One product at a length where the next window gains k/((m+1)(m+2)) puts the change about
  (m+1)(m+2) bits earlier. The two windows are within one product of each other there, so the library keeps to the
  formula. Only windows of 2 bits come later: T' charges windows of 1 a product for a table that they do not need.
- Counted, m-ary windows differ from T by the last window, which is shorter where m does not divide k.

### Tables III and IV: what it takes

${sizes.length ? inPython({ table, rows, interpreters, withoutPypy }) : ''}

${sizes.length ? inPowmod({ chart, table, rows, counts, engine, kernel }) : ''}`;
}

function minimizer(method, window) {
  const cost = FORMULAS[method];
  let k = 1;
  while (cost(k, window) >= cost(k, window - 1)) k++;
  return k;
}

/** The paper's experiment again: its programs in Python beside the interpreter's own power. */
function inPython({ table, rows, interpreters, withoutPypy }) {
  const names = Object.keys(interpreters);
  const ours = names.map((name) => `${name} ${interpreters[name]}`).join(' and ');
  return `The paper's experiment again: its two programs, in Python, against the interpreter's own \`pow\`, modulus and
exponent of k bits. A change is that of the time against \`pow\`; theirs are of Python 2 on an AMD FX8320, ours of
${ours}${withoutPypy ? ` (PyPy was not to be had: ${withoutPypy})` : ''}.

${names
  .map((name) =>
    table(
      ['k', `${name}: pow, theirs`, 'm-ary', 'sliding', 'pow, ours', 'm-ary', 'sliding'],
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

The \`pow\` that the paper met in CPython was 5-ary for long exponents; from 3.11 on it is sliding, with windows of 5
bits, so that only a wider window's few products are left to gain, against the interpreter's own work between two
products. PyPy's, the paper says, was binary: then m-ary windows would have gained a fifth by count at 2048 bits, where
Table IV has 0.12 %. Its changes are those against a 5-ary one.`;
}

/** The methods in one and the same arithmetic. */
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
  return `The same methods in one and the same arithmetic, ${engine} with the kernel \`${kernel}\`: fixed 5-ary windows,
as in the paper's \`pow\`, against adaptive ones. Operations are means over random exponents.

${table(
  ['k', '5-ary', ...ADAPTIVE.flatMap((name) => [`${name}: operations`, 'time'])],
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
    title: `Change against 5-ary windows in per cent, ${kernel}`,
    unit: '%',
    categories: [...rows.map(({ bits }) => `${bits}\noperations`), ...rows.map(({ bits }) => `${bits}\ntime`)],
    series: ADAPTIVE.map((name) => ({ name, data: changes(name).map((change) => Number((100 * change).toFixed(2))) })),
  }),
)}

The operations are the paper's claim, and it holds: at 4096 bits they predict the changes of its Table III within a
few tenths of a per cent. Times gain more or less than operations where a squaring costs less than a product, since a
window saves products only, and where a larger table no longer lies in the nearest cache. The minimal table has the
fewer operations at every length here; ${winner(rows)}.

CPython's time over that of the minimal sliding windows here: ${rows
    .map(({ bits, timings }) => `${ratioText(timings.CPython, timings['sliding, minimal'])} at ${bits} bits`)
    .join(', ')}.`;
}

function winner(rows) {
  const faster = rows.filter(({ timings }) => timings['sliding, minimal'].min <= timings['sliding, paper'].min);
  return `in time it is the faster of the two at ${faster.length} of ${rows.length} lengths, by ${figure(
    Math.max(
      ...rows.map(({ timings }) => Math.abs(1 - timings['sliding, minimal'].min / timings['sliding, paper'].min)),
    ) * 100,
    2,
  )} % at most either way`;
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
