// The main comparison: x^e mod N from JavaScript call to JavaScript result, beside every other library.
import { bars } from '../report/chart.mjs';
import { figure, ratioText, time } from '../report/format.mjs';

export default function section([main, ...others], { chart, table }) {
  const { engine, kernel, openssl, rows } = main;
  const shapes = rows.map(({ bits, exponentBits }) => `${bits}/${exponentBits}`);
  const peers = Object.keys(rows[0].timings).filter((name) => name !== 'powmod');
  return `
The time of \`modPow\` in ${engine} with the kernel \`${kernel}\`, from call to result, beside other libraries.

- Each library is used as its documentation recommends. Whatever can be prepared before the timed loop is prepared:
  numbers in the library's own form, and the Montgomery context of bn.js. powmod and OpenSSL keep a modulus prepared by
  themselves.
- OpenSSL ${openssl} is the one in Node, called by \`computeSecret\`. GMP is native code, called by gmpy2.
- GMP, CPython and the crate in native code measure their own times, in a separate process.
- BigInt is an exponentiation with sliding windows on native BigInt.

${chart(
  'modpow',
  bars({
    title: `The time of each library over that of powmod, ${engine}`,
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

The time of a call; and that time over that of powmod, so a figure above 1 means that powmod is faster:

${table(
  ['', ...shapes],
  ['powmod', ...peers].map((name) => [
    name,
    ...rows.map(({ timings: { powmod, [name]: own } }) =>
      own === powmod ? time(own.min) : `${time(own.min)}: ${ratioText(own, powmod)}`,
    ),
  ]),
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
