// Verification of Wesolowski proofs.
import { figure, ratio, time } from '../report/format.mjs';

const WAYS = {
  verify: 'verify, one proof',
  double: 'the double exponentiation alone',
  hash: 'hashing to the prime alone',
  batch: 'verify, per proof of a batch',
  openssl: 'two exponentiations by OpenSSL',
  bigint: 'the same verifier in BigInt',
};

export default function section(runs, { table }) {
  return `
The time of \`pm.verify\` for \`powmod-v1\` proofs modulo RSA-2048, from the fields of the file to the answer. A time is the mean over
many proofs, since the search for a prime takes a random time.

Verifying takes two steps: hashing to a prime l, and the double exponentiation π^l · x^r with 256-bit exponents. The table has both
steps alone, too. OpenSSL has no double exponentiation, so its row is two single ones, without the search for l.

${table(
  ['', ...runs.map(({ kernel }) => kernel)],
  Object.entries(WAYS).map(([way, name]) => [name, ...runs.map(({ timings }) => time(timings[way].min))]),
)}

${table(
  ['ratio of times (of medians)', ...runs.map(({ kernel }) => kernel)],
  [
    ['the same verifier in BigInt / verify', 'bigint', 'verify'],
    ['verify / two exponentiations by OpenSSL', 'verify', 'openssl'],
    ['verify / the double exponentiation alone', 'verify', 'double'],
    ['hashing to the prime / the double exponentiation', 'hash', 'double'],
    ['proofs one by one / proofs in a batch', 'alone', 'batch'],
  ].map(([name, one, other]) => [
    name,
    ...runs.map(({ timings }) => {
      const { min, median } = ratio(timings[one], timings[other]);
      return `${figure(min)} (${figure(median)})`;
    }),
  ]),
)}
${pools(runs[0].batches, table)}`;
}

/** The batch by pools, once it was measured. */
function pools(batches, table) {
  if (!batches) return '';
  const { batch, kernel, alone, one, two } = batches;
  const row = (name, timing) => {
    const { min, median } = ratio(timing, two);
    return [name, time(timing.min), time(timing.median), `${figure(min)} (${figure(median)})`];
  };
  return `
\`pool.verifyAll\` shares a batch among its workers. The table has the time of a proof in a batch of ${batch} with \`${kernel}\`.

${table(
  ['', 'a proof', 'median', 'this / two workers (of medians)'],
  [
    row('`pm.verifyBatch`, without a pool', alone),
    row('`pool.verifyAll`, one worker', one),
    row('`pool.verifyAll`, two workers', two),
  ],
)}
`;
}
