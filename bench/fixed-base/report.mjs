// Tables for a fixed base: Prots'ko, Gryshchuk, on modular exponentiation with Montgomery multiplication.
import { figure, ratio, ratioText, time } from '../report/format.mjs';

/** Figure 7, µs on an i9-10980XE with 12 threads: [the table of residues, the power computed with it]. */
const FIGURE_7 = {
  1024: { plain: [301, 153], montgomery: [180, 71], powm: 301 },
  2048: { plain: [1290, 411], montgomery: [1050, 173], powm: 2088 },
};

/** Table 1, µs, 1024 bits: [plain, Montgomery]. */
const TABLE_1 = { 'i9-10980XE': [554, 255], 'i9-13900K': [225, 153] };

export default function section({ bits: asked, periods, engine, kernel, workers, bases, rows }, { table }) {
  return `
### Figure 7 and Table 1: plain or Montgomery products, one worker or several

The paper's method first computes a table of residues r_i = A^(2^i) mod m. A power is then the product of the r_i whose bit
of the exponent is set. The paper measures on an i9-10980XE; this is how its parts correspond to ours:

- The plain modular multiplication of the paper is \`*\` and \`%\` on BigInt here.
- Its class MontgomeryArithmetic is the kernel under \`fixedBase(A, { method: 'residues' })\` here.
- Its 12 threads, which share the products, are the ${workers ?? ''} workers of the pool here.
- \`mpz_powm\` of MPIR is \`mpz_powm\` of GMP here, called by gmpy2.

${rows ? measured({ table, engine, kernel, workers, bases, rows }) : 'Not measured here.'}

The paper has mistakes. Its sum 1290 + 71 = 251 µs should be 180 + 71. Table 1 has 554 and 255 µs, where the sums from
Figure 7 are 454 and 251. Its figures 2 and 4, which multiply bit by bit, lack a final subtraction and loop once too often;
a corrected version is a reference model in our tests.

### Fewer residues

The residues r_i of a base repeat after some index. Only those before the repetition need to be kept, and they serve
exponents of any length. The table looks for the repetition among the first ${asked} residues:

${table(
  ['base', 'modulus', 'offset u', "period T'", 'residues kept'],
  periods.map(({ base, modulus, offset, period, kept }) => [
    base,
    modulus,
    offset ?? 'not found',
    period ?? 'not found',
    kept,
  ]),
)}

Modulo an RSA modulus the order of a base is large, so no repetition is found and all residues are kept. Fewer
residues are enough only if the order is small or smooth.`;
}

function measured({ table, engine, kernel, workers, bases, rows }) {
  const square = rows.filter(({ bits, exponentBits }) => bits === exponentBits);
  const both = (timings, name) => timings[`${name}, table`].min + timings[`${name}, power`].min;
  const theirs = (bits, name) => FIGURE_7[bits][name][0] + FIGURE_7[bits][name][1];
  return `Times, here in ${engine} with the kernel \`${kernel}\`. *Plain* and *Montgomery* use the paper's table of residues; *fixedBase* is
our own \`fixedBase(A)\`:

${table(
  ['', ...square.flatMap(({ bits }) => [`${bits} bits: paper`, `${bits} bits: here`])],
  [
    ['plain, table', ({ plain }) => plain[0], 'plain, table'],
    ['plain, power', ({ plain }) => plain[1], 'plain, power'],
    ['Montgomery, table', ({ montgomery }) => montgomery[0], 'Montgomery, table'],
    ['Montgomery, power', ({ montgomery }) => montgomery[1], 'Montgomery, power'],
    ['`mpz_powm`, MPIR and GMP', ({ powm }) => powm, 'GMP'],
    ['fixedBase, table', () => undefined, 'fixedBase, table'],
    ['fixedBase, power', () => undefined, 'fixedBase, power'],
    ['`modPow`, without a table', () => undefined, 'modPow'],
  ].map(([what, paper, name]) => [
    what,
    ...square.flatMap(({ bits, timings }) => [time(paper(FIGURE_7[bits])), time(timings[name]?.min)]),
  ]),
)}

Ratios of these times. A figure above 1 means that the second is faster:

${table(
  ['', ...square.flatMap(({ bits }) => [`${bits} bits: paper`, `${bits} bits: here`])],
  [
    [
      'plain / Montgomery, table and power together',
      ({ bits, timings }) => [
        theirs(bits, 'plain') / theirs(bits, 'montgomery'),
        figure(both(timings, 'plain') / both(timings, 'Montgomery')),
      ],
    ],
    ...['table', 'power'].map((part, i) => [
      `plain / Montgomery, ${part}`,
      ({ bits, timings }) => [
        FIGURE_7[bits].plain[i] / FIGURE_7[bits].montgomery[i],
        ratioText(timings[`plain, ${part}`], timings[`Montgomery, ${part}`]),
      ],
    ]),
    [
      '`mpz_powm` / Montgomery, table and power together',
      ({ bits, timings }) => [
        FIGURE_7[bits].powm / theirs(bits, 'montgomery'),
        timings.GMP ? figure(timings.GMP.min / both(timings, 'Montgomery')) : '–',
      ],
    ],
    [
      '`modPow` / `fixedBase` power',
      ({ timings }) => [undefined, ratioText(timings.modPow, timings['fixedBase, power'])],
    ],
  ].map(([what, pair]) => [
    what,
    ...square.flatMap((row) => {
      const [paper, ours] = pair(row);
      return [paper === undefined ? '–' : figure(paper), ours];
    }),
  ]),
)}

${shortExponent(rows)}In Table 1 of the paper, Montgomery is faster than plain at 1024 bits by a factor of ${Object.entries(
    TABLE_1,
  )
    .map(([processor, [plain, montgomery]]) => `${figure(plain / montgomery)} on an ${processor}`)
    .join(' and ')}.

Why the ratios differ: in the paper both ways use the products of one library, and only the reduction differs. Here the
products differ too, since the kernel's are faster than BigInt's. Our table of residues also leaves Montgomery form at
every step, to find out whether the residues repeat.

A table pays only if the base comes again: for one power, table and power together take more products than \`modPow\` with
its sliding windows. ${square.map(repaid).join(' ')}

The next table compares the pool with ${workers} workers and with one. A figure is the time with one worker over the time
with ${workers} workers:

${table(
  [`one worker / ${workers} workers`, ...square.map(({ bits }) => `${bits} bits`)],
  [
    ['one power, with the set bits of its exponent shared out', 'one worker', 'many workers'],
    [`${bases} powers with exponents of 256 bits, shared out`, 'one worker, many bases', 'many workers, many bases'],
  ].map(([what, one, many]) => [what, ...square.map(({ timings }) => ratioText(timings[one], timings[many]))]),
)}

One power gains little from several workers. The worker with the highest bits must do all the squarings, and only the
products are shared. (In the paper one thread computes the table, too.) Powers of many bases can be shared evenly. Each
call travels to the workers and back, which shows in short calls.`;
}

/** After how many powers a table has saved the time that it took to compute. */
function repaid({ bits, timings }) {
  const after = (name) => {
    const saved = timings.modPow.min - timings[`${name}, power`].min;
    return saved > 0 ? `after ${Math.ceil(timings[`${name}, table`].min / saved)} powers` : 'never';
  };
  return `At ${bits} bits the table of residues pays off ${after('Montgomery')}, the table of \`fixedBase\` ${after('fixedBase')}.`;
}

/** A sentence on exponents that are much shorter than the modulus, as in most protocols. */
function shortExponent(rows) {
  const row = rows.find(({ bits, exponentBits }) => bits !== exponentBits);
  if (!row) return '';
  const { min, median } = ratio(row.timings.modPow, row.timings['fixedBase, power']);
  const { bits, exponentBits } = row;
  return `With exponents of ${exponentBits} bits and a modulus of ${bits} bits a power with the table of \`fixedBase\` is
${figure(min)} (median ${figure(median)}) times as fast as \`modPow\`.
`;
}
