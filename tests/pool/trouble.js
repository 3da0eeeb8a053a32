// A pool in trouble, inside an engine: its workers die at random times, its messages arrive late, some calls are
// aborted, and some pools closed. Every result is checked, and every call must settle.
import { init, PowmodError } from '../../crate/js/dist/index.js';
import { createPool } from '../../crate/js/dist/pool.js';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { read } from '../../workshop/engines/inside.js';
import { seededNumber } from '../../workshop/numbers.js';
import { compareOperation, LongDraw, OPERATIONS } from '../fuzz/operations.js';

// Two Mersenne primes: who knows them computes x^(2^T) mod N without the T squarings.
const [P, Q] = [2n ** 521n - 1n, 2n ** 607n - 1n];
const N = P * Q;
const powerOfTwo = (x, T) => bigintModPow(x, bigintModPow(2n, BigInt(T), (P - 1n) * (Q - 1n)), N);

/** Calls at a time, and calls of a pool, after which it is closed. */
const CALLERS = 5;
const CALLS_OF_A_POOL = 60;
/** The mean of a worker's life, and the most that a message is late, in milliseconds. */
const LIFE = 1500;
const LATEST = 150;
/** One message in this many is late, and one call in this many is aborted. */
const LATE = 20;
const ABORTED = 8;
/** A call that has not settled by then hangs. Two workers may be lost in it, and each may take seconds to start. */
const PATIENCE = 100_000;

/** Draws a number of squarings so large that a worker is lost in some calls. */
class Squarings extends LongDraw {
  times() {
    return this.below(200_000);
  }
}

/**
 * @typedef {Record<string, (pool: import('../../crate/js/dist/pool.js').Pool, context: any) => Promise<unknown[]>>}
 *   Calls each gives its result and the right one, unless an oracle has compared them
 */

/** @type {Calls} The operations of the table. */
const SHORT = Object.fromEntries(
  Object.entries(OPERATIONS)
    .filter(([name]) => name.startsWith('pool.'))
    .map(([name, { takes }]) => [
      name,
      async (pool, { signal }) => {
        await compareOperation(name, pool, new Squarings(Math.floor(Math.random() * 2 ** 31), takes, { signal }));
        return [];
      },
    ]),
);

/** @type {Calls} */
const LONG = {
  async verifyAll(pool, { signal, proof }) {
    const forms = [proof, { ...proof, iterations: proof.iterations - 1 }, 'none'];
    const list = Array.from({ length: 1 + Math.floor(20 * Math.random()) }, () => Math.floor(3 * Math.random()));
    const verdicts = await pool.verifyAll(
      list.map((form) => forms[form]),
      { signal, batch: Math.random() < 0.5 },
    );
    return [
      verdicts.map((verdict) => verdict.field ?? verdict).join(),
      list.map((i) => [true, false, 'file'][i]).join(),
    ];
  },
  async evaluate(pool, { signal }) {
    const task = { modulus: N, input: integer(1000) + 2n, iterations: 1 + Math.floor(Math.random() * 300_000) };
    const checkpoints = [];
    await pool.evaluate(task, { signal, onCheckpoint: (checkpoint) => checkpoints.push(checkpoint) });
    const { output } = await pool.evaluate(task, { signal, checkpoint: checkpoints[checkpoints.length >> 1] });
    return [output, powerOfTwo(task.input, task.iterations)];
  },
  async prove(pool, { signal, plain }) {
    const scheme = Math.random() < 0.5 ? 'wesolowski' : 'pietrzak';
    const task = { modulus: N, input: integer(1000) + 2n, iterations: 1 + Math.floor(Math.random() * 200_000), scheme };
    return [plain.verify(await pool.prove(task, { signal }), { expect: task }), true];
  },
};

/**
 * @typedef {{ problems: string[], right: Record<string, number>, killed: number, late: number, freezes: number }}
 *   Report
 *
 * @param {number | null} seconds null in a page, which its driver freezes: the page then has the function as
 *   `inTrouble`
 * @returns {Promise<Report | null>}
 */
export default async function inTrouble(seconds) {
  const report = { problems: [], right: {}, killed: 0, late: 0, freezes: 0 };
  if (seconds === null) {
    globalThis.inTrouble = inTrouble;
    return null;
  }
  globalThis.document?.addEventListener('freeze', () => report.freezes++);
  const proof = JSON.parse(new TextDecoder().decode(await read('crate/js/examples/wesolowski-rsa2048.json')));
  // The same verdicts by other code than the workers'.
  const plain = await init({ kernel: 'bigint' });
  const end = performance.now() + 1000 * seconds;
  const goesOn = () => performance.now() < end || Object.keys(report.right).length < 5;
  while (goesOn() && report.problems.length === 0) {
    const state = { isClosed: false };
    const pool = await createPool({ workers: 3, worker: () => unreliableWorker(state, report) });
    let calls = 0;
    const caller = async () => {
      while (calls++ < CALLS_OF_A_POOL && goesOn() && !state.isClosed) await call(pool, state);
      // The others are in the middle of a call.
      state.isClosed = true;
      await pool.close();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  }
  return report;

  async function call(pool, state) {
    const calls = Object.entries(Math.random() < 0.5 ? SHORT : LONG);
    const [name, work] = calls[Math.floor(Math.random() * calls.length)];
    const abort = new AbortController();
    if (Math.random() * ABORTED < 1) setTimeout(() => abort.abort('aborted'), 300 * Math.random());
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, ['hangs', '']).unref?.());
    const outcome = await Promise.race([work(pool, { signal: abort.signal, proof, plain }), late]).catch(
      (error) => error,
    );
    if (Array.isArray(outcome)) {
      const [result, right] = outcome;
      if (result === right) report.right[name] = (report.right[name] ?? 0) + 1;
      else report.problems.push(`${name}: ${result} instead of ${right}`.slice(0, 300));
    } else if (!isExplained(outcome, abort.signal, state, report))
      report.problems.push(`${name}: ${outcome} ${outcome?.stack}`);
  }
}

/** Whether an error is a documented one, and what happened is its reason. */
function isExplained(error, { aborted }, { isClosed }, { killed }) {
  if (aborted && error === 'aborted') return true;
  if (error instanceof TypeError) return isClosed && error.message === 'pool: was closed';
  if (!(error instanceof PowmodError && error.code === 'ERR_WORKER')) return false;
  if (error.message.startsWith('two workers were lost')) return killed >= 2;
  return (error.message.startsWith('no worker could be started') && killed > 0) || isClosed;
}

/** A worker that dies in the middle of whatever it does, and whose messages are late. */
function unreliableWorker(state, report) {
  const url = new URL('../../crate/js/dist/powmod-worker.js', import.meta.url);
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  const worker = threads ? new threads.Worker(url) : new Worker(url, { type: 'module' });
  const killLater = () =>
    setTimeout(
      () => {
        if (state.isClosed) return;
        report.killed++;
        worker.terminate();
      },
      -LIFE * Math.log(1 - Math.random()),
    ).unref?.();
  const [received, sent] = [inOrder(report), inOrder(report)];
  const postMessage = (message, transfer) => sent(() => worker.postMessage(message, transfer));
  const terminate = () => worker.terminate();
  if (threads) {
    killLater();
    const on = (type, listener) => worker.on(type, (value) => received(() => listener(value)));
    return { postMessage, terminate, on, ref: () => worker.ref(), unref: () => worker.unref() };
  }
  // A browser does not tell that a worker died before its first message: the pool then waits for long.
  worker.addEventListener('message', killLater, { once: true });
  const addEventListener = (type, listener) =>
    worker.addEventListener(type, (event) => received(() => listener(event)));
  return { postMessage, terminate, addEventListener };
}

/** Delivers messages in one direction. Some are late; none passes another. */
function inOrder(report) {
  let last = Promise.resolve();
  let waiting = 0;
  return (deliver) => {
    const isLate = Math.random() * LATE < 1;
    if (!isLate && waiting === 0) return deliver();
    report.late += isLate;
    waiting++;
    last = last.then(async () => {
      if (isLate) await new Promise((resolve) => setTimeout(resolve, LATEST * Math.random()));
      waiting--;
      deliver();
    });
  };
}

/** A number of up to `bits` bits. */
const integer = (bits) =>
  seededNumber(bits, 1 + Math.floor(Math.random() * 2 ** 31)) >> BigInt(Math.floor(Math.random() * 32));
