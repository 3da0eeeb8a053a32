// Pomcor, "Fast JavaScript modular exponentiation".

import { karatsuba } from '../kernels/karatsuba.mjs';
import { figure, time } from '../report/format.mjs';
import { STRENGTHS, SYSTEMS } from './shapes.mjs';

/** The paper's tables for its four strengths, in milliseconds. The laptop has a Core i5 at 1.7 GHz, the phone is a Galaxy Note 3 (32 bits). */
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
  FFC: 'DSA and DH: modulus of L bits, exponent of N bits',
  RSA: "RSA with CRT: one of its two powers, with the paper's long exponent",
  'RSA, reduced': 'RSA with CRT: one of its two powers, with the exponent reduced modulo p − 1',
};

export default function section(engines, { table, results }) {
  const isWhole = engines[0].rows.length === STRENGTHS.length * Object.keys(SYSTEMS).length;
  return `
The paper times lengths that match NIST's security strengths (SP 800-57). It compares \`montpowermod\` of SJCL with the library of
Pomcor; we compare it with \`modPow\` of powmod. SJCL, BigInt and powmod are timed in turn, by the paper's method: the fastest of
several loops of at least 200 ms, or a single call where it takes seconds. × says how many times as fast as SJCL a library is.${isWhole ? '' : ' (This is the quick form: loops of 20 ms, and the first strength only.)'}

${Object.keys(SYSTEMS)
  .map((system) => part(system, engines, table))
  .join('\n')}
Differences between the paper and this report:

- Pomcor's library computes with JavaScript numbers, whose products are exact up to 53 bits. powmod computes with SIMD instructions of
  WebAssembly: products of 50-bit limbs by a fused multiply-add, or eight products of 13-bit limbs at once. The paper is older than
  both.
- SJCL is the same code there and here, but processors and engines are not. So compare the ratios, not the times.
- The paper's rows for RSA have an exponent of k bits for a modulus of k/2 bits. CRT first reduces the exponent modulo p − 1, which
  halves the work. \`modPowCrt\` does so too, in constant time and with a check of its result; it is not measured here.
- The paper's engines did not have BigInt. Today BigInt is the more relevant comparison.

${karatsuba(results.kernels, table)}`;
}

function part(system, engines, table) {
  const shapes = STRENGTHS.map(SYSTEMS[system]);
  const heads = STRENGTHS.map(({ strength }, i) => `${strength} bits: ${shapes[i].bits}/${shapes[i].exponentBits}`);
  const measured = engines.map(({ version, rows }) => ({
    version,
    timings: STRENGTHS.map(
      ({ strength }) => rows.find((row) => row.system === system && row.strength === strength)?.timings,
    ),
  }));
  const paper = PAPER.filter((one) => one[system]).map(({ where, ...tables }) => ({ where, ...tables[system] }));
  return `### ${TITLES[system]}

${table(
  ['', 'library', ...heads],
  [
    ...paper.flatMap(({ where, SJCL, Pomcor }) =>
      Object.entries({ SJCL, Pomcor }).map(([library, times]) => [
        `paper, ${where}`,
        library,
        ...STRENGTHS.map((_, i) => (times[i] ? `${times[i]} ms${gain(library, SJCL[i], times[i])}` : 'not tested')),
      ]),
    ),
    ...measured.flatMap(({ version, timings }) =>
      ['SJCL', 'BigInt', 'powmod'].map((library) => [
        version,
        library,
        ...timings.map((one) => (one ? time(one[library].min) + gain(library, one.SJCL.min, one[library].min) : '–')),
      ]),
    ),
  ],
)}
`;
}

/** `, 7.40×`: how many times as fast as SJCL a library is. */
const gain = (library, sjcl, own) => (library === 'SJCL' ? '' : `, ${figure(sjcl / own)}×`);
