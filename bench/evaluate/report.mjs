// Evaluation and proofs in the pool.
import { figure, percent, ratio, time } from '../report/format.mjs';

export default function section({ engine, iterations, kernel, squaring, proving }, { table }) {
  const names = Object.keys(squaring);
  return `
The time of one squaring modulo RSA-2048 in a long chain. \`pool.evaluate\` runs the chain with one worker in ${engine}; its times
include checkpoints and self-checks. BigInt computes \`x * x % N\`. GMP computes \`mpz_powm\` with a power of two as exponent.

${table(
  ['', 'a squaring', 'median', 'BigInt / this', 'GMP / this'],
  names.map((name) => [
    name,
    time(squaring[name].min),
    time(squaring[name].median),
    figure(ratio(squaring.BigInt, squaring[name]).min),
    figure(ratio(squaring.GMP, squaring[name])?.min),
  ]),
)}

The time to prove ${iterations} squarings with \`${kernel}\`, beside the time to evaluate them. The proof starts from the checkpoints of
the evaluation.

${table(
  ['scheme', 'evaluate', 'prove', 'prove / evaluate', 'prove / evaluate, medians'],
  Object.keys(proving)
    .filter((name) => !name.startsWith('evaluate '))
    .map((proof) => {
      const evaluation = `evaluate ${proof.split(',')[0]}`;
      const share = ratio(proving[proof], proving[evaluation]);
      const ms = (name) => time(1000 * proving[name].min);
      return [proof, ms(evaluation), ms(proof), percent(share.min), percent(share.median)];
    }),
)}
`;
}
