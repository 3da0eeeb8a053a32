// Verifying Wesolowski proofs.
import { bars } from './chart.mjs';
import { figure, ratio, time } from './format.mjs';

const WAYS = {
  verify: 'verify, one proof',
  double: 'the double exponentiation in it',
  hash: 'hashing to the prime',
  batch: 'verify, as one of a batch',
  openssl: "two of OpenSSL's exponentiations",
  bigint: 'the same verifier in BigInt',
};

export default function section(runs, { chart, table }) {
  return `
\`pm.verify\` of \`powmod-v1\` proofs modulo RSA-2048, from the file's fields to the answer; the mean over many proofs, for hashing to
a prime takes luck. A proof is one double exponentiation, π^l · x^r, with 256-bit exponents, and the search for l. OpenSSL has no
double exponentiation, so it needs two of its own, and does not search for the prime.

${chart(
  'verify',
  bars({
    title: `A 2048-bit Wesolowski proof, ${runs[0].engine}`,
    unit: 'µs',
    categories: Object.values(WAYS),
    series: runs.map(({ kernel, timings }) => ({
      name: kernel,
      data: Object.keys(WAYS).map((way) => Number(figure(timings[way].min))),
    })),
    horizontal: true,
  }),
)}

${table(
  ['', ...runs.map(({ kernel }) => kernel)],
  Object.entries(WAYS).map(([way, name]) => [name, ...runs.map(({ timings }) => time(timings[way].min))]),
)}

${table(
  ['ratio, in brackets of medians', ...runs.map(({ kernel }) => kernel)],
  [
    ["BigInt's verifier over ours", 'bigint', 'verify'],
    ["ours over two of OpenSSL's exponentiations", 'verify', 'openssl'],
    ['verifying over the double exponentiation', 'verify', 'double'],
    ['hashing to the prime over the double exponentiation', 'hash', 'double'],
    ['one by one over a batch', 'alone', 'batch'],
  ].map(([name, one, other]) => [
    name,
    ...runs.map(({ timings }) => {
      const { min, median } = ratio(timings[one], timings[other]);
      return `${figure(min)} (${figure(median)})`;
    }),
  ]),
)}
`;
}
