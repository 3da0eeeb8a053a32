// The headline: x^e mod N from JavaScript call to JavaScript result, beside every peer.
import { bars } from './chart.mjs';
import { figure, ratioText, time } from './format.mjs';

export default function section([main, ...others], { chart, table }) {
  const { engine, kernel, openssl, rows } = main;
  const shapes = rows.map(({ bits, exponentBits }) => `${bits}/${exponentBits}`);
  const peers = Object.keys(rows[0].timings).filter((name) => name !== 'powmod');
  return `
\`modPow\` in ${engine} with the kernel \`${kernel}\`, from call to result; a shape is the bits of the modulus and of the
exponent. Each peer is used as its documentation says, and what can be prepared before the loop is prepared for each of
them: numbers in its own form, bn.js's Montgomery context; powmod and OpenSSL keep what they computed for a modulus by
themselves. OpenSSL ${openssl} is Node's own by \`computeSecret\`, GMP is native by gmpy2; GMP and CPython time
themselves in a process of their own. BigInt is native, by sliding windows.

${chart(
  'modpow',
  bars({
    title: `How many times the time of powmod's modPow each peer needs, ${engine}`,
    categories: peers,
    series: shapes.map((shape, i) => ({
      name: shape,
      data: peers.map((peer) => Number(figure(rows[i].timings[peer].min / rows[i].timings.powmod.min))),
    })),
    horizontal: true,
    log: true,
  }),
  { height: 620 },
)}

${table(
  ['', ...shapes],
  ['powmod', ...peers].map((name) => [name, ...rows.map(({ timings }) => time(timings[name].min))]),
)}

The peer's time over powmod's:

${table(
  ['', ...shapes],
  peers.map((peer) => [peer, ...rows.map(({ timings }) => ratioText(timings[peer], timings.powmod))]),
)}

${others.map((run) => elsewhere(run)).join('\n')}`;
}

function elsewhere({ engine, kernel, rows }) {
  return rows
    .flatMap(({ bits, exponentBits, timings }) =>
      Object.keys(timings)
        .filter((name) => name !== 'powmod')
        .map(
          (peer) =>
            `- ${engine}, \`${kernel}\`, ${bits}/${exponentBits}: ${peer} takes ${ratioText(timings[peer], timings.powmod)} times as long.`,
        ),
    )
    .join('\n');
}
