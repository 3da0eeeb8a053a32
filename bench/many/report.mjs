// Many powers: a base that comes again, RSA keys, products, lists, and a ballot.
import { figure, ratio, ratioText, time } from '../report/format.mjs';

export default function section({ engine, kernel, openssl, groups, keys, list, ballots }, { table }) {
  const names = Object.keys(groups[0].fixed);
  const shapes = groups.map(({ name, bits }) => `${name}, ${bits}/256`);
  return `
Measured in ${engine} with \`${kernel}\`, in the groups of ElectionGuard and Belenios. \`table\` is a \`fixedBase\` with \`maxBits: 256\`,
and \`m\` a kept modulus. BigInt's open table has windows of 8 bits, and its time tells the exponent, as do those of all rows without
\`Secret\` but OpenSSL's (${openssl}). The base of BigInt, gmp-wasm and OpenSSL has no table.

${table(
  ['g^r', ...shapes, 'over BigInt’s open table'],
  names.map((name) => [
    name,
    ...groups.map(({ fixed }) => time(fixed[name].min)),
    groups.map(({ fixed }) => figure(ratio(fixed[name], fixed['BigInt, open table']).min)).join(', '),
  ]),
)}

${table(
  ['', ...shapes, 'at most'],
  bounds(groups).map(({ name, at, ratios }) => [name, ...ratios, at]),
)}

RSA's private operation with the key's parts, checked with its public exponent. WebCrypto signs with padding and a hash, in a thread
of its own:

${table(
  ['bits', 'crtKey.pow', 'modPowCrt', 'OpenSSL', 'WebCrypto, signing', 'crtKey.pow / OpenSSL', 'at most'],
  keys.map(({ bits, timings }) => [
    bits,
    ...['crtKey.pow', 'modPowCrt', 'OpenSSL', 'WebCrypto, signing'].map((name) => time(timings[name].min)),
    ratioText(timings['crtKey.pow'], timings.OpenSSL),
    bits < 4096 ? 3.3 : 3.6,
  ]),
)}

${list.count} powers with one secret exponent of 256 bits modulo ElectionGuard's prime, by \`pool.modPowAll\`. The gap is the longest time in
which no other task of the calling thread ran.

${table(
  ['workers', 'time', 'gap', 'one worker’s time over it'],
  list.rows.map(({ workers, ms, longestGap }) => [
    workers,
    time(1000 * ms),
    time(1000 * longestGap),
    figure(list.rows[0].ms / ms),
  ]),
)}

${ballots
  .map(
    (run) =>
      `In ${run.engine} a ballot of ${run.selections} selections with their proofs takes ${time(run.powmod.min)} by the example \`ballot\`, and ${time(run.BigInt.min)} in BigInt with open tables: ${ratioText(run.powmod, run.BigInt)} of the time, at most 0.8.`,
  )
  .join('\n\n')}
`;
}

/** The ratios that must stay below a bound. */
function bounds(groups) {
  const of = (name, at, ratioOf) => ({ name, at, ratios: groups.map((group) => ratioOf(group)) });
  const fixed = (name, at, one, other) => of(name, at, ({ fixed }) => ratioText(fixed[one], fixed[other]));
  return [
    fixed('table.powSecret / BigInt’s open table', 0.85, 'table.powSecret', 'BigInt, open table'),
    fixed('table.powSecret / m.powSecret', 0.35, 'table.powSecret', 'm.powSecret'),
    fixed('m.powSecret / m.pow', 1.12, 'm.powSecret', 'm.pow'),
    of('m.powers of three exponents / m.pow of each', '0.65, 0.6', ({ shared }) =>
      ratioText(shared['m.powers'], shared['three times m.pow']),
    ),
    of('m.product of 100 / BigInt', 0.6, ({ product }) => ratioText(product['m.product'], product.BigInt)),
  ];
}
