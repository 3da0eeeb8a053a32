// Evaluating and proving on the surface of the wasm, run in one Node by bench/evaluate.mjs.
import { groups } from 'powmod';
import { seededNumber } from '../../crate/js/src/cli/bench/numbers.js';
import { timeInTurn } from '../../crate/js/src/cli/bench/timing.js';
import { loadBench } from '../../tests/engines/read.js';
import { peers } from '../peers/peers.mjs';

const N = groups['RSA-2048'];
const MEMORY = 2 ** 26;
const SLICE = 2 ** 16;
/** The squarings of one call. */
const RUN = 4096;
const input = seededNumber(2047, 7) % N;

/**
 * @param {object} task
 * @param {string[]} task.kernels the first of them proves
 * @param {string[]} task.peers
 * @param {number} task.iterations of what is proved
 * @param {object} task.squaring options of {@link timeInTurn}
 * @param {object} task.proving
 */
export default async function measureEvaluation({ kernels, peers: names, iterations, squaring, proving }) {
  const surfaces = [];
  for (const kernel of kernels) surfaces.push({ kernel, ...(await loadBench(kernel)) });
  return {
    iterations,
    kernel: kernels[0],
    squaring: scaled(await timeInTurn(await squaringCases(surfaces, names), squaring), 1 / RUN),
    proving: scaled(await timeInTurn(provingCases(surfaces[0], iterations), proving), 1 / 1000),
  };
}

/** An evaluation that goes on and on, checks and all, beside each peer's squarings. */
async function squaringCases(surfaces, names) {
  const expected = power(RUN);
  const cases = surfaces.map(({ kernel, Modulus, Evaluation }) => {
    const modulus = new Modulus(bytes(N));
    const short = new Evaluation(modulus, bytes(input), RUN, 'wesolowski', MEMORY);
    while (!short.advance(SLICE));
    compare(kernel, number(short.output()), expected);
    const long = new Evaluation(modulus, bytes(input), 2 ** 50, 'wesolowski', MEMORY);
    return { name: kernel, run: (times) => void long.advance(RUN * times) };
  });
  for (const name of names) {
    if (name === 'bigint') {
      const run = (times) => {
        for (let i = 0; i < times; i++) power(RUN);
      };
      cases.push({ name: 'BigInt', run });
    } else {
      const { result, ...rest } = await peers[name].prepare(input, 1n << BigInt(RUN), N);
      compare(peers[name].name, result, expected);
      cases.push({ name: peers[name].name, ...rest });
    }
  }
  return cases;
}

/** A whole evaluation with its checkpoint, and a whole proof from that with its check, for either scheme. */
function provingCases({ Modulus, Evaluation, ProofTask, Prover }, iterations) {
  const modulus = new Modulus(bytes(N));
  const x = bytes(input);
  return ['wesolowski', 'pietrzak'].flatMap((scheme) => {
    let head;
    let values;
    const evaluate = () => {
      const evaluation = new Evaluation(modulus, x, iterations, scheme, MEMORY);
      while (!evaluation.advance(SLICE));
      head = evaluation.head();
      values = evaluation.values(0, evaluation.kept());
      evaluation.free();
    };
    const prove = () => {
      const task = new ProofTask(scheme, 'powmod-v1', x, iterations, undefined, MEMORY);
      const prover = new Prover(modulus, task, head, values, 0, 0, 1);
      while (!prover.advance(SLICE));
      modulus.join_proof(task, head, prover.result());
      prover.free();
      task.free();
    };
    return [
      { name: `evaluate ${scheme}`, run: evaluate },
      { name: scheme, run: prove },
    ];
  });
}

function power(squarings) {
  let x = input;
  for (let i = 0; i < squarings; i++) x = (x * x) % N;
  return x;
}

function compare(name, result, expected) {
  if (result !== expected) throw new Error(`${name} differs`);
}

function bytes(x) {
  return Uint8Array.from(x.toString(16).padStart(512, '0').match(/../g), (pair) => Number.parseInt(pair, 16));
}

function number(bytes) {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/** `times` counts calls: what a call stands for is the caller's. */
function scaled(timings, factor) {
  const scale = ({ min, median, times }) => ({ min: min * factor, median: median * factor, times });
  return Object.fromEntries(Object.entries(timings).map(([name, timing]) => [name, scale(timing)]));
}
