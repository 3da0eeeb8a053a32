// Evaluating and proving by the pool, with one worker, run in one Node by bench/evaluate.mjs.
import { groups } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';
import { timeInTurn } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';

const N = groups['RSA-2048'];
/** The squarings of one call, enough for the way to the worker and back not to count. */
const RUN = 2 ** 16;
/** Those of one call of a peer's, which takes them as an exponent. */
const EXPONENT = 2 ** 12;
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
  const pools = [];
  for (const kernel of kernels) pools.push({ kernel, pool: await createPool({ kernel, workers: 1 }) });
  const cases = await squaringCases(pools, names);
  try {
    return {
      iterations,
      kernel: kernels[0],
      squaring: scaled(await timeInTurn(cases, squaring), 1 / RUN),
      proving: scaled(await timeInTurn(await provingCases(pools[0].pool, iterations), proving), 1 / 1000),
    };
  } finally {
    for (const { close } of cases) close?.();
    for (const { pool } of pools) await pool.close();
  }
}

/** Evaluations, checks and all, and each peer's squarings. */
async function squaringCases(pools, names) {
  const evaluate = (pool, iterations) => pool.evaluate({ modulus: 'RSA-2048', input, iterations, scheme: 'pietrzak' });
  const expected = power(EXPONENT);
  const cases = [];
  for (const { kernel, pool } of pools) {
    compare(kernel, (await evaluate(pool, EXPONENT)).output, expected);
    cases.push({ name: kernel, milliseconds: timed(() => evaluate(pool, RUN)) });
  }
  for (const name of names) {
    if (name === 'bigint') {
      cases.push({ name: 'BigInt', milliseconds: timed(() => power(RUN)) });
    } else {
      const { result, milliseconds, ...rest } = await peers[name].prepare(input, 1n << BigInt(EXPONENT), N);
      compare(peers[name].name, result, expected);
      cases.push({ name: peers[name].name, ...rest, milliseconds: (times) => milliseconds((times * RUN) / EXPONENT) });
    }
  }
  return cases;
}

/** A whole evaluation with its checkpoint, and a whole proof from that with its check, for either scheme. */
async function provingCases(pool, iterations) {
  const statement = { modulus: 'RSA-2048', input, iterations };
  const cases = [];
  for (const scheme of ['wesolowski', 'pietrzak']) {
    const evaluation = await pool.evaluate({ ...statement, scheme });
    cases.push(
      { name: `evaluate ${scheme}`, milliseconds: timed(() => pool.evaluate({ ...statement, scheme })) },
      { name: scheme, milliseconds: timed(() => pool.prove({ ...statement, scheme, evaluation })) },
    );
  }
  return cases;
}

const timed = (call) => async (times) => {
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  return performance.now() - start;
};

function power(squarings) {
  let x = input;
  for (let i = 0; i < squarings; i++) x = (x * x) % N;
  return x;
}

function compare(name, result, expected) {
  if (result !== expected) throw new Error(`${name} differs`);
}

/** `times` counts calls: what a call stands for is the caller's. */
function scaled(timings, factor) {
  const scale = ({ min, median, times }) => ({ min: min * factor, median: median * factor, times });
  return Object.fromEntries(Object.entries(timings).map(([name, timing]) => [name, scale(timing)]));
}
