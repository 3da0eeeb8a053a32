// The crate natively, by criterion.
import { bars } from './chart.mjs';
import { figure, ratio, time } from './format.mjs';

const OWN = ['powmod', 'powmod with set-up', 'powmod, double', 'cios'];

export default function section(groups, { chart, table, versions }) {
  const shapes = groups.map(({ group }) => group.replace('modpow ', ''));
  const peers = Object.keys(groups[0].timings).filter((name) => !OWN.includes(name));
  const names = [...OWN, ...peers].filter((name) => name in groups[0].timings);
  const withVersion = (name) => [name, versions[name.split(' ')[0]]].filter(Boolean).join(' ');
  return `
\`cargo bench\`: the crate as it is natively, without WebAssembly, in Rust ${versions.rust}. \`powmod\` is the kernel that it takes by itself,
\`wide\` (64-bit limbs), with a kept modulus; \`cios\` the plain 32-bit form. num-bigint and rug, which is GMP${versions['gmp-mpfr-sys'] ? ` as gmp-mpfr-sys ${versions['gmp-mpfr-sys']} has it` : ''}, start from the
numbers alone, as \`powmod with set-up\` does; crypto-bigint keeps its parameters, and works in constant time, which \`powmod\`
need not with public exponents. criterion measures one after another, not in turn.

${chart(
  'native',
  bars({
    title: "A peer's time over powmod's, natively",
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

Their time over that of \`powmod\`, in brackets of medians:

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
