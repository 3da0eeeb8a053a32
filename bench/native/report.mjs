// The Rust crate natively, measured by criterion.
import { bars } from '../report/chart.mjs';
import { figure, ratio, time } from '../report/format.mjs';

const OWN = ['powmod', 'powmod secret', 'powmod with set-up', 'powmod, double', 'cios'];

export default function section(all, { chart, table, versions }) {
  const groups = all.filter(({ group }) => group.startsWith('modpow '));
  const inBytes = all.filter(({ group }) => group.startsWith('modexp '));
  const shapes = groups.map(({ group }) => group.replace('modpow ', ''));
  const peers = Object.keys(groups[0].timings).filter((name) => !OWN.includes(name));
  const names = [...OWN, ...peers].filter((name) => name in groups[0].timings);
  // Public powers are compared with public ones, and secret powers with secret ones.
  const baseOf = (name) =>
    name.endsWith(' secret') && 'powmod secret' in groups[0].timings ? 'powmod secret' : 'powmod';
  const withVersion = (name) => [name, versions[name.split(' ')[0]]].filter(Boolean).join(' ');
  return `
\`cargo bench\` measures one exponentiation in native code, in Rust ${versions.rust}:

- \`powmod\` uses the kernel that the crate chooses on this processor, and a prepared modulus.
- \`powmod secret\` is the power of a secret exponent, in constant time.
- \`powmod with set-up\` prepares the modulus each time. num-bigint and rug do so too. rug calls GMP${versions['gmp-mpfr-sys'] ? `, built by gmp-mpfr-sys ${versions['gmp-mpfr-sys']}` : ''}.
- \`powmod, double\` computes x^a · y^b, with exponents of that length.
- \`cios\` is plain Montgomery multiplication on 32-bit limbs.
- crypto-bigint uses a prepared modulus. Its variable-time power takes integers of a fixed length.

criterion measures these one after another, not in turn.

${chart(
  'native',
  bars({
    title: 'Native code: the time of each library over that of powmod',
    categories: peers.map(withVersion),
    series: groups.map(({ timings }, i) => ({
      name: shapes[i],
      data: peers.map((peer) => Number(figure(ratio(timings[peer], timings[baseOf(peer)]).min))),
    })),
    horizontal: true,
  }),
  { height: 340 },
)}

${table(
  ['', ...shapes],
  names.map((name) => [withVersion(name), ...groups.map(({ timings }) => time(timings[name].min))]),
)}

The time of each over that of \`powmod\`, and of secret powers over that of \`powmod secret\`; in brackets, the ratio of the medians:

${table(
  ['', ...shapes],
  names
    .filter((name) => name !== 'powmod')
    .map((name) => [
      withVersion(name),
      ...groups.map(({ timings }) => {
        const { min, median } = ratio(timings[name], timings[baseOf(name)]);
        return `${figure(min)} (${figure(median)})`;
      }),
    ]),
)}
${inBytes.length > 0 ? bytesTable(inBytes, table) : ''}`;
}

/** A power of numbers in bytes in one call, by each library: its time over that of powmod. */
function bytesTable(groups, table) {
  const peers = Object.keys(groups[0].timings).filter((name) => name !== 'powmod');
  return `
\`powmod::modexp\` and its like take bytes and give bytes, set-up included. The time of \`powmod\`, and the time of each
over it:

${table(
  ['', 'powmod', ...peers],
  groups.map(({ group, timings }) => [
    group.replace('modexp ', ''),
    time(timings.powmod.min),
    ...peers.map((peer) => figure(ratio(timings[peer], timings.powmod).min)),
  ]),
)}
`;
}
