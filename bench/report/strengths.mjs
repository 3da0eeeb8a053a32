// Paper 002: Pomcor, "Fast JavaScript modular exponentiation".

import { STRENGTHS, SYSTEMS } from '../strengths/shapes.mjs';
import { bars } from './chart.mjs';
import { figure, ratio, time } from './format.mjs';
import { karatsuba } from './karatsuba.mjs';

/** What the paper's tables say, in milliseconds, for its four strengths: a laptop (Core i5, 1.7 GHz), a phone (Galaxy Note 3, 32 bits). */
const PAPER = [
  {
    where: 'Firefox on a laptop',
    FFC: { SJCL: [74, 180, 1549, 7908], Pomcor: [10, 23, 199, 1050] },
    RSA: { SJCL: [148, 460, 6636, 50818], Pomcor: [25, 75, 882, 7424] },
  },
  {
    where: 'Chrome on a phone',
    FFC: { SJCL: [315, 742, 6264, 34460], Pomcor: [46, 103, 644, 3379] },
    RSA: { SJCL: [710, 2108, 29300], Pomcor: [115, 263, 3263] },
  },
];

const TITLES = {
  FFC: 'DSA and DH: modulus of L bits, exponent of N',
  RSA: 'RSA with CRT, one of its two powers, the exponent as long as the paper keeps it',
  'RSA, reduced': 'RSA with CRT, one of its two powers, the exponent reduced as CRT does',
};

export default function section(engines, { chart, table, results }) {
  const isWhole = engines[0].rows.length === STRENGTHS.length * Object.keys(SYSTEMS).length;
  return `
NIST's strengths (SP 800-57), as the paper has them: SJCL's \`montpowermod\` beside a faster library, there Pomcor's and here
powmod's \`modPow\`. SJCL, BigInt and powmod are timed in turn, in the paper's way: loops of at least 200 ms, of which the
fastest counts.${isWhole ? '' : ' (This is the quick form: loops of 20 ms, and the first strength only.)'}

${Object.keys(SYSTEMS)
  .map((system) => part(system, engines, { chart, table }))
  .join('\n')}
Where we differ, and why:

- Pomcor's library computes with JavaScript's numbers, whose products are exact up to 53 bits, powmod with WebAssembly's SIMD
  instructions: products of 50-bit limbs by a fused multiply-add, or eight products of 13-bit limbs at once. The paper is older than either.
- SJCL is the same code there and here; processors and engines are not. So compare the ratios, not the times.
- The paper's rows for RSA keep an exponent of k bits for a modulus of k/2. CRT reduces it modulo p − 1 first, which halves
  the work; \`modPowCrt\` does so, on the secret path and with a check of its result, neither of which is measured here.
- BigInt, which the paper's engines had not, is the nearer rival of today.

${karatsuba(results.kernels, table)}`;
}

function part(system, engines, { chart, table }) {
  const shapes = STRENGTHS.map(SYSTEMS[system]);
  const heads = STRENGTHS.map(({ strength }, i) => `${strength} bits: ${shapes[i].bits}/${shapes[i].exponentBits}`);
  const measured = engines.map(({ engine, version, rows }) => ({
    engine,
    version,
    timings: STRENGTHS.map(
      ({ strength }) => rows.find((row) => row.system === system && row.strength === strength)?.timings,
    ),
  }));
  const paper = PAPER.filter((one) => one[system]).map(({ where, ...tables }) => ({ where, ...tables[system] }));
  const speedUps = [
    ...paper.map(({ where, SJCL, Pomcor }) => ({
      name: `Pomcor, ${where}`,
      data: STRENGTHS.map((_, i) => SJCL[i] / Pomcor[i]),
    })),
    ...measured.map(({ engine, timings }) => ({
      name: `powmod, ${engine}`,
      data: timings.map((one) => one && ratio(one.SJCL, one.powmod).min),
    })),
  ];
  return `### ${TITLES[system]}

${chart(
  `strengths-${system.toLowerCase().replace(/\W+/g, '-')}`,
  bars({
    title: `How many times faster than SJCL: ${system}`,
    categories: heads,
    series: speedUps.map(({ name, data }) => ({ name, data: data.map((x) => (x ? Number(figure(x)) : null)) })),
    log: true,
  }),
  { height: 420 },
)}

${table(
  ['', 'library', ...heads],
  [
    ...paper.flatMap(({ where, ...libraries }) =>
      Object.entries(libraries).map(([library, times]) => [
        `paper, ${where}`,
        library,
        ...STRENGTHS.map((_, i) => (times[i] ? `${times[i]} ms` : 'not tested')),
      ]),
    ),
    ...measured.flatMap(({ version, timings }) =>
      ['SJCL', 'BigInt', 'powmod'].map((library) => [
        version,
        library,
        ...timings.map((one) => time(one?.[library].min)),
      ]),
    ),
  ],
)}

SJCL's time over the faster library's:

${table(
  ['', ...heads],
  speedUps.map(({ name, data }) => [name, ...data.map((x) => figure(x))]),
)}
`;
}
