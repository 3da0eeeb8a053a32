// Evaluating and proving by the pool.
import { bars } from './chart.mjs';
import { figure, percent, ratio, time } from './format.mjs';

export default function section({ engine, iterations, kernel, squaring, proving }, { chart, table }) {
  const names = Object.keys(squaring);
  return `
Squarings modulo RSA-2048, one after another, by \`pool.evaluate\` with one worker in ${engine}, checkpoints and self-checks
included; beside \`x * x % N\` in BigInt and GMP's \`mpz_powm\` with a power of two as exponent.

${chart(
  'evaluate',
  bars({
    title: `A squaring of 2048 bits, ${engine}`,
    unit: 'µs',
    categories: names,
    series: [{ name: 'µs', data: names.map((name) => Number(figure(squaring[name].min))) }],
  }),
  { height: 320 },
)}

${table(
  ['', 'a squaring', 'median', "BigInt's over it", "GMP's over it"],
  names.map((name) => [
    name,
    time(squaring[name].min),
    time(squaring[name].median),
    figure(ratio(squaring.BigInt, squaring[name]).min),
    figure(ratio(squaring.GMP, squaring[name])?.min),
  ]),
)}

Proving ${iterations} squarings with \`${kernel}\`, from the evaluation's checkpoints, beside that evaluation:

${table(
  ['scheme', 'evaluate', 'prove', 'prove / evaluate', 'of medians'],
  ['wesolowski', 'pietrzak'].map((scheme) => {
    const share = ratio(proving[scheme], proving[`evaluate ${scheme}`]);
    const ms = (name) => time(1000 * proving[name].min);
    return [scheme, ms(`evaluate ${scheme}`), ms(scheme), percent(share.min), percent(share.median)];
  }),
)}
`;
}
