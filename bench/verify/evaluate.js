// Times evaluating and proving by pools with one worker, and Wesolowski's proofs by two. bench/verify/verify.mjs runs
// it in Node.
import { groups } from 'powmod';
import { createPool } from 'powmod/pool';
import { seededNumber } from '../../workshop/numbers.js';
import { awaited, timeInTurn } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';

const N = groups['RSA-2048'];
/** The squarings of one call: enough that the messages to the worker and back do not matter. */
const RUN = 2 ** 16;
/** The squarings of one call of a peer, which takes 2 to their number as the exponent. */
const EXPONENT = 2 ** 12;
const input = seededNumber(2047, 7) % N;

/**
 * @param {object} task
 * @param {string[]} task.kernels the first one also proves
 * @param {string[]} task.peers
 * @param {number} task.iterations of the proof
 * @param {object} task.squaring options of {@link timeInTurn}
 * @param {object} task.proving
 */
export default async function measureEvaluation({ kernels, peers: names, iterations, squaring, proving }) {
  const pools = [];
  for (const kernel of kernels) pools.push({ kernel, pool: await createPool({ kernel, workers: 1 }) });
  const cases = await squaringCases(pools, names);
  const two = await createPool({ kernel: kernels[0], workers: 2 });
  try {
    const rows = [{ part: 'squaring', timings: scaled(await timeInTurn(cases, squaring), 1 / RUN) }];
    for (const scheme of ['wesolowski', 'pietrzak']) {
      const timings = await timeInTurn(await provingCases(pools[0].pool, two, scheme, iterations), proving);
      rows.push({ part: 'prove', kernel: kernels[0], scheme, iterations, timings });
    }
    return rows;
  } finally {
    for (const { close } of cases) close?.();
    for (const { pool } of pools) await pool.close();
    await two.close();
  }
}

/** Times evaluations, their checks included, and the squarings of each peer. */
async function squaringCases(pools, names) {
  const evaluate = (pool, iterations) => pool.evaluate({ modulus: 'RSA-2048', input, iterations, scheme: 'pietrzak' });
  const expected = power(EXPONENT);
  const cases = [];
  for (const { kernel, pool } of pools) {
    compare(kernel, (await evaluate(pool, EXPONENT)).output, expected);
    cases.push({ name: kernel, milliseconds: awaited(() => evaluate(pool, RUN)) });
  }
  for (const name of names) {
    if (name === 'bigint') {
      cases.push({ name: 'BigInt', milliseconds: awaited(() => power(RUN)) });
    } else {
      const { result, milliseconds, ...rest } = await peers[name].prepare(input, 1n << BigInt(EXPONENT), N);
      compare(peers[name].name, result, expected);
      cases.push({ name: peers[name].name, ...rest, milliseconds: (times) => milliseconds((times * RUN) / EXPONENT) });
    }
  }
  return cases;
}

/** A whole evaluation with its checkpoint, and a whole proof from the checkpoint with its check. */
async function provingCases(pool, two, scheme, iterations) {
  const statement = { modulus: 'RSA-2048', input, iterations, scheme };
  const evaluation = await pool.evaluate(statement);
  const cases = [
    { name: 'evaluate', milliseconds: awaited(() => pool.evaluate(statement)) },
    { name: 'prove', milliseconds: awaited(() => pool.prove({ ...statement, evaluation })) },
  ];
  // A Pietrzak proof is made by one worker.
  if (scheme === 'wesolowski')
    cases.push({ name: 'prove, two workers', milliseconds: awaited(() => two.prove({ ...statement, evaluation })) });
  return cases;
}

function power(squarings) {
  let x = input;
  for (let i = 0; i < squarings; i++) x = (x * x) % N;
  return x;
}

function compare(name, result, expected) {
  if (result !== expected) throw new Error(`${name} differs`);
}

/** Timings of a part of the call. */
function scaled(timings, factor) {
  const scale = ({ min, median }) => ({ min: min * factor, median: median * factor });
  return Object.fromEntries(Object.entries(timings).map(([name, timing]) => [name, scale(timing)]));
}
