// The Rust crate natively, measured by criterion.
import { bars } from '../report/chart.mjs';
import { figure, ratio, time } from '../report/format.mjs';

const OWN = ['powmod', 'powmod with set-up', 'powmod, double', 'cios'];

export default function section(groups, { chart, table, versions }) {
  const shapes = groups.map(({ group }) => group.replace('modpow ', ''));
  const peers = Object.keys(groups[0].timings).filter((name) => !OWN.includes(name));
  const names = [...OWN, ...peers].filter((name) => name in groups[0].timings);
  const withVersion = (name) => [name, versions[name.split(' ')[0]]].filter(Boolean).join(' ');
  return `
\`cargo bench\` measures one exponentiation in native code, in Rust ${versions.rust}:

- \`powmod\` uses the kernel \`wide\` (64-bit limbs), which the crate chooses natively, and a prepared modulus.
- \`powmod with set-up\` prepares the modulus each time. num-bigint and rug do so too. rug calls GMP${versions['gmp-mpfr-sys'] ? `, built by gmp-mpfr-sys ${versions['gmp-mpfr-sys']}` : ''}.
- \`powmod, double\` computes x^a · y^b, with exponents of that length.
- \`reference\` is plain Montgomery multiplication on 32-bit limbs.
- crypto-bigint uses a prepared modulus. It computes in constant time, which \`powmod\` does not for public exponents.

criterion measures these one after another, not in turn.

${chart(
  'native',
  bars({
    title: 'Native code: the time of each library over that of powmod',
    categories: peers.map(withVersion),
    series: groups.map(({ timings }, i) => ({
      name: shapes[i],
      data: peers.map((peer) => Number(figure(ratio(timings[peer], timings.powmod).min))),
    })),
    horizontal: true,
  }),
  { height: 340 },
)}

${table(
  ['', ...shapes],
  names.map((name) => [withVersion(name), ...groups.map(({ timings }) => time(timings[name].min))]),
)}

The time of each over that of \`powmod\`; in brackets, the ratio of the medians:

${table(
  ['', ...shapes],
  names
    .filter((name) => name !== 'powmod')
    .map((name) => [
      withVersion(name),
      ...groups.map(({ timings }) => {
        const { min, median } = ratio(timings[name], timings.powmod);
        return `${figure(min)} (${figure(median)})`;
      }),
    ]),
)}
`;
}
