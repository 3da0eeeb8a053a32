// A kept base: Prots'ko, Gryshchuk, on Montgomery multiplication for modular exponentiation with a fixed base.
import { figure, ratio, ratioText, time } from './format.mjs';

/** Figure 7, µs on an i9-10980XE with 12 threads: the table of residues, and the product of those whose bit is set. */
const FIGURE_7 = {
  1024: { plain: [301, 153], montgomery: [180, 71], powm: 301 },
  2048: { plain: [1290, 411], montgomery: [1050, 173], powm: 2088 },
};

/** Table 1, µs, 1024 bits. */
const TABLE_1 = { 'i9-10980XE': [554, 255], 'i9-13900K': [225, 153] };

export default function section({ bits: asked, periods, engine, kernel, workers, bases, rows }, { chart, table }) {
  return `
### Figure 7 and Table 1: plain against Montgomery, one worker against many

The paper's method keeps r_i = A^(2^i) mod m and multiplies those whose bit of the exponent is set: first the table,
then the power. What stands for what: its plain modular multiplication is BigInt's \`*\` and \`%\` here; its class
MontgomeryArithmetic is the kernel under \`fixedBase(A, { method: 'residues' })\`; its 12 threads, which share the
products, are the pool's ${workers ?? ''} workers; MPIR's \`mpz_powm\` is GMP's, by gmpy2. Theirs are times on an
i9-10980XE.

${rows ? measured({ chart, table, engine, kernel, workers, bases, rows }) : 'Not measured here.'}

Slips: the paper's sum of 1290 + 71 = 251 µs should read 180 + 71; Table 1 has 554 and 255 µs where Figure 7 sums to
454 and 251. Its figures 2 and 4, bit by bit, lack a final subtraction and loop once too often: what they should read
is a test's reference model.

### A reduced set of residues

The r_i of a base repeat at last, and only those before that are kept, which then serve exponents of any length. Of
${asked} squares:

${table(
  ['base', 'modulus', 'offset u', "period T'", 'residues kept'],
  periods.map(({ base, modulus, offset, period, kept }) => [
    base,
    modulus,
    offset ?? 'not met',
    period ?? 'not met',
    kept,
  ]),
)}

Where the order of a base is unknown and large, as modulo an RSA modulus, no repetition is met, and all are kept: the
reduction is for small or smooth cases.`;
}

function measured({ chart, table, engine, kernel, workers, bases, rows }) {
  const square = rows.filter(({ bits, exponentBits }) => bits === exponentBits);
  const both = (timings, name) => timings[`${name}, table`].min + timings[`${name}, power`].min;
  const theirs = (bits, name) => FIGURE_7[bits][name][0] + FIGURE_7[bits][name][1];
  return `${engine}, kernel \`${kernel}\`:

${table(
  ['', ...square.flatMap(({ bits }) => [`${bits} bits: theirs`, 'ours'])],
  [
    ['plain, table', ({ plain }) => plain[0], 'plain, table'],
    ['plain, power', ({ plain }) => plain[1], 'plain, power'],
    ['Montgomery, table', ({ montgomery }) => montgomery[0], 'Montgomery, table'],
    ['Montgomery, power', ({ montgomery }) => montgomery[1], 'Montgomery, power'],
    ['`mpz_powm`, MPIR and GMP', ({ powm }) => powm, 'GMP'],
    ['windowed, table', () => undefined, 'windowed, table'],
    ['windowed, power', () => undefined, 'windowed, power'],
    ['`modPow`, nothing kept', () => undefined, 'modPow'],
  ].map(([what, paper, name]) => [
    what,
    ...square.flatMap(({ bits, timings }) => [time(paper(FIGURE_7[bits])), time(timings[name]?.min)]),
  ]),
)}

${chart('fixed-base', stacked(square), {
  width: 900,
  height: 420,
})}

How many times faster:

${table(
  ['', ...square.flatMap(({ bits }) => [`${bits} bits: theirs`, 'ours'])],
  [
    [
      'Montgomery against plain, table and power',
      ({ bits, timings }) => [
        theirs(bits, 'plain') / theirs(bits, 'montgomery'),
        figure(both(timings, 'plain') / both(timings, 'Montgomery')),
      ],
    ],
    ...['table', 'power'].map((part, i) => [
      `Montgomery against plain, ${part}`,
      ({ bits, timings }) => [
        FIGURE_7[bits].plain[i] / FIGURE_7[bits].montgomery[i],
        ratioText(timings[`plain, ${part}`], timings[`Montgomery, ${part}`]),
      ],
    ]),
    [
      'Montgomery, table and power, against `mpz_powm`',
      ({ bits, timings }) => [
        FIGURE_7[bits].powm / theirs(bits, 'montgomery'),
        timings.GMP ? figure(timings.GMP.min / both(timings, 'Montgomery')) : '–',
      ],
    ],
    [
      'windowed power against `modPow`',
      ({ timings }) => [undefined, ratioText(timings.modPow, timings['windowed, power'])],
    ],
  ].map(([what, pair]) => [
    what,
    ...square.flatMap((row) => {
      const [paper, ours] = pair(row);
      return [paper === undefined ? '–' : figure(paper), ours];
    }),
  ]),
)}

${shortExponent(rows)}By Table 1 the paper's gain at 1024 bits is ${Object.entries(TABLE_1)
    .map(([processor, [plain, montgomery]]) => `${figure(plain / montgomery)} on an ${processor}`)
    .join(' and ')}.

Why they differ: the paper's two ways share one library's products, and the one divides where the other reduces; here
the kernel's product is faster than BigInt's in itself. Our table of residues also leaves Montgomery form at every
step, to see whether the squares repeat. A table is for a base that comes again: for one power,
table and power together have more products than \`modPow\` with its sliding windows. ${square.map(repaid).join(' ')}

${table(
  [`${workers} workers against one, by the pool`, ...square.map(({ bits }) => `${bits} bits`)],
  [
    ['one power, its set bits split', 'one worker', 'many workers'],
    [`${bases} powers with exponents of 256 bits, split`, 'one worker, many bases', 'many workers, many bases'],
  ].map(([what, one, many]) => [what, ...square.map(({ timings }) => ratioText(timings[one], timings[many]))]),
)}

One power gains little from workers: whoever has the highest bits squares all the way, as the paper's table of squares
is made by one thread too, and only products are shared. Powers of many bases split evenly. Each call goes to workers
and back, which counts in the short ones.`;
}

/** After how many powers a table has cost less than `modPow` for each of them. */
function repaid({ bits, timings }) {
  const after = (name) => {
    const saved = timings.modPow.min - timings[`${name}, power`].min;
    return saved > 0 ? `after ${Math.ceil(timings[`${name}, table`].min / saved)} powers` : 'never';
  };
  return `At ${bits} bits the table of residues is repaid ${after('Montgomery')}, the windowed one ${after('windowed')}.`;
}

/** With exponents that are short beside the modulus, as most protocols have them. */
function shortExponent(rows) {
  const row = rows.find(({ bits, exponentBits }) => bits !== exponentBits);
  if (!row) return '';
  const { min, median } = ratio(row.timings.modPow, row.timings['windowed, power']);
  const { bits, exponentBits } = row;
  return `With exponents of ${exponentBits} bits and a modulus of ${bits} the windowed table makes a power
${figure(min)} (median ${figure(median)}) times faster than \`modPow\`.
`;
}

/** Table and power on top of each other, theirs and ours. */
function stacked(rows) {
  const parts = rows.flatMap(({ bits, timings }) =>
    [
      ['plain', 'plain'],
      ['montgomery', 'Montgomery'],
    ].flatMap(([paper, ours]) => [
      { label: `${bits}\n${ours}\ntheirs`, values: FIGURE_7[bits][paper] },
      { label: `${bits}\n${ours}\nours`, values: [timings[`${ours}, table`].min, timings[`${ours}, power`].min] },
    ]),
  );
  return {
    title: {
      text: 'Figure 7: µs for the table of residues and for the power',
      left: 'center',
      textStyle: { fontSize: 15 },
    },
    legend: { bottom: 0 },
    grid: { top: 50, bottom: 90, left: 60, right: 20 },
    xAxis: { type: 'category', data: parts.map(({ label }) => label), axisLabel: { interval: 0 } },
    yAxis: { type: 'value' },
    series: ['table', 'power'].map((name, i) => ({
      name,
      type: 'bar',
      stack: 'all',
      silent: true,
      data: parts.map(({ values }) => Math.round(values[i])),
    })),
  };
}
