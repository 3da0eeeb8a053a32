// One round of the soak, inside an engine: a pool on unreliable workers computes, evaluates, proves and verifies, many
// calls at a time. Every result is checked. At the end of the round every call has settled and the pool is closed.
import { groups, init, PowmodError } from '../../crate/js/dist/index.js';
import { createPool } from '../../crate/js/dist/pool.js';
import { bigintModPow, bigintMultiPow } from '../../workshop/bigint/mod-pow.js';
import { read } from '../../workshop/engines/inside.js';
import { unreliableWorker } from './unreliable.js';

// Two Mersenne primes: who knows them computes x^(2^T) mod N without the T squarings.
const [P, Q] = [2n ** 521n - 1n, 2n ** 607n - 1n];
const N = P * Q;
const powerOfTwo = (x, T) => bigintModPow(x, bigintModPow(2n, BigInt(T), (P - 1n) * (Q - 1n)), N);

/** Calls at a time. */
const CALLERS = 5;
const WORKERS = 3;
/** One call in this many is aborted, and one in this many closes the pool. */
const ABORTS = 8;
const CLOSES = 60;
/** A call that has not settled by then hangs. Two workers may be lost in it, and each may take seconds to start. */
const PATIENCE = 100_000;

/** A pool may learn of a death so much later, in milliseconds, and give the dead worker a job meanwhile. */
const NEWS = 5000;

/** A result that is not the right one. */
class Wrong extends Error {}

function expectEqual(actual, expected) {
  if (actual !== expected) throw new Wrong(`${actual} instead of ${expected}`.slice(0, 300));
}

/**
 * @typedef {{ problems: string[], right: Record<string, number>, errors: Record<string, number>, workers: object }} Report
 *
 * @param {{ seed: number, seconds: number, life: number, isShort?: boolean }} options `life` is the mean of a worker's
 *   life in milliseconds; `isShort` says that WebAssembly has too little memory for some calls
 * @returns {Promise<Report>}
 */
export async function round({ seed, seconds, life, isShort = false }) {
  const random = numbers(seed);
  const counts = { made: 0, killed: 0, ended: 0, delayed: 0 };
  const report = { problems: [], right: {}, errors: {}, workers: counts };
  const count = (tally, key) => {
    tally[key] = (tally[key] ?? 0) + 1;
  };
  const url = new URL('../../crate/js/dist/powmod-worker.js', import.meta.url);
  const start = async () => {
    const trouble = { random, life, counts, kills: [], isOver: false };
    const worker = () => unreliableWorker(url, trouble);
    return { pool: await createPool({ workers: WORKERS, worker }), trouble, isClosed: false };
  };

  const context = { random, ...(await fixtures()) };
  let current = await start();
  const end = performance.now() + 1000 * seconds;

  const close = async (state) => {
    state.isClosed = true;
    if ((await settled(state.pool.close(), PATIENCE)).hangs) report.problems.push('close: hangs');
    state.trouble.isOver = true;
  };
  const call = async (name) => {
    const state = current;
    const began = performance.now();
    const controller = new AbortController();
    const isAborted = random() * ABORTS < 1;
    if (isAborted) setTimeout(() => controller.abort('the soak aborts'), 300 * random());
    const { error, hangs } = await settled(
      CALLS[name](state.pool, { ...context, signal: controller.signal }),
      PATIENCE,
    );
    if (hangs) report.problems.push(`${name}: hangs`);
    else if (error === undefined) count(report.right, name);
    else {
      const reason = expected(error, {
        isAborted: controller.signal.aborted,
        lost: state.trouble.kills.filter((time) => time > began - NEWS).length,
        isClosed: state.isClosed,
        isShort,
      });
      if (reason) count(report.errors, reason);
      else report.problems.push(`${name}: ${error} ${error?.stack ?? ''}`);
    }
  };
  const callInTurn = async () => {
    const names = Object.keys(CALLS);
    while (performance.now() < end && report.problems.length < 10) {
      if (random() * CLOSES < 1) {
        const old = current;
        if (!old.isClosed) {
          const closing = close(old);
          current = await start();
          await closing;
        }
      } else if (!current.isClosed) await call(names[Math.floor(random() * names.length)]);
      else await sleep(1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callInTurn));
  await close(current);
  return report;
}

/** Which of the documented failures an error is; undefined if nothing happened that would explain it. */
function expected(error, { isAborted, lost, isClosed, isShort }) {
  if (isAborted && error === 'the soak aborts') return 'aborted';
  if (!(error instanceof PowmodError)) return undefined;
  const { code, message } = error;
  if (isShort && code === 'ERR_OUT_OF_MEMORY') return 'out of memory';
  if (code !== 'ERR_WORKER') return undefined;
  if (message.startsWith('two workers were lost') && lost >= 2) return 'two workers lost';
  if (message.startsWith('no worker could be started') && lost >= 1) return 'no worker started';
  if (message.startsWith('the pool was closed') && isClosed) return 'pool closed';
  return undefined;
}

/** How a promise settles: with no error, with an error, or not within the time. */
async function settled(promise, patience) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ hangs: true }), patience);
  });
  const outcome = await Promise.race([
    promise.then(
      () => ({}),
      (error) => ({ error: error ?? new Error('rejected without a reason') }),
    ),
    late,
  ]);
  clearTimeout(timer);
  return outcome;
}

/** What does not change between rounds. */
let made;
async function fixtures() {
  made ??= (async () => ({
    // The same verdicts by other code than the workers'.
    plain: await init({ kernel: 'bigint' }),
    proofs: await Promise.all(
      ['wesolowski', 'pietrzak'].map((scheme) => read(`crate/js/examples/${scheme}-rsa2048.json`)),
    ),
  }))();
  return made;
}

/**
 * The calls. Each throws {@link Wrong} if a result is not the right one.
 *
 * @type {Record<string, (pool: import('../../crate/js/dist/pool.js').Pool, context: any) => Promise<void>>}
 */
const CALLS = {
  async modPow(pool, { random }) {
    const [base, exponent] = [integer(random, 2000), integer(random, 1500)];
    const options = random() < 0.5 ? { method: 'parallel' } : {};
    expectEqual(await pool.modPow(base, exponent, N, options), bigintModPow(base, exponent, N));
  },
  async 'modPow of bytes'(pool, { random }) {
    const [base, exponent] = [integer(random, 1000), integer(random, 300)];
    const bytes = [base, exponent].map((x) => Uint8Array.from(x.toString(16).padStart(400, '0').match(/../g), hex));
    const power = pool.modPow(bytes[0], bytes[1], N);
    // The pool has copied its arguments: what the caller does with them later changes nothing.
    for (const array of bytes) array.fill(255);
    expectEqual(await power, bigintModPow(base, exponent, N));
  },
  async modMultiPow(pool, { random }) {
    const terms = Array.from({ length: 1 + Math.floor(20 * random()) }, () => [
      integer(random, 1100),
      integer(random, 256),
    ]);
    const options = random() < 0.5 ? { method: 'parallel' } : {};
    expectEqual(await pool.modMultiPow(terms, N, options), bigintMultiPow(terms, N));
  },
  /** Needs more WebAssembly memory than the others. */
  async hungry(pool, { random }) {
    const exponent = integer(random, 64);
    const terms = Array.from({ length: 12_000 }, (_, i) => [BigInt(i + 2), exponent]);
    const product = terms.reduce((product, [base]) => (product * base) % N, 1n);
    expectEqual(await pool.modMultiPow([...terms, [3n, exponent]], N), bigintModPow(3n * product, exponent, N));
  },
  async square(pool, { random, signal }) {
    const [x, times] = [integer(random, 1100), Math.floor(random() * 200_000)];
    const reports = [];
    const power = await pool.square(x, times, N, { signal, onProgress: ({ done }) => reports.push(done) });
    expectEqual(power, powerOfTwo(x, times));
    expectEqual(reports.at(-1), times);
  },
  async randomPrime(pool, { random, signal }) {
    const prime = await pool.randomPrime(160, { signal });
    expectEqual(prime >> 158n, 3n);
    for (let i = 0; i < 4; i++) expectEqual(bigintModPow(integer(random, 150) + 2n, prime - 1n, prime), 1n);
  },
  async verify(pool, { random, proofs }) {
    const proof = proofs[Math.floor(random() * proofs.length)];
    expectEqual(await pool.verify(proof, { expect: { modulus: groups['RSA-2048'] } }), true);
    expectEqual(await pool.verify(changed(proof)), false);
  },
  async verifyAll(pool, { random, signal, proofs }) {
    const list = Array.from({ length: 1 + Math.floor(20 * random()) }, () => Math.floor(4 * random()));
    const forms = [...proofs, changed(proofs[0]), 'none'];
    const verdicts = await pool.verifyAll(
      list.map((which) => forms[which]),
      { signal, batch: random() < 0.5 },
    );
    const found = verdicts.map((verdict) => (typeof verdict === 'boolean' ? verdict : verdict.field));
    expectEqual(String(found), String(list.map((which) => [true, true, false, 'file'][which])));
  },
  async evaluate(pool, { random, signal }) {
    const task = { modulus: N, input: integer(random, 1000) + 2n, iterations: 1 + Math.floor(random() * 300_000) };
    const checkpoints = [];
    const onCheckpoint = (checkpoint) => checkpoints.push(checkpoint);
    const { output } = await pool.evaluate(task, { signal, onCheckpoint });
    expectEqual(output, powerOfTwo(task.input, task.iterations));
    const checkpoint = checkpoints[Math.floor(random() * checkpoints.length)];
    const again = await pool.evaluate(task, { signal, checkpoint });
    expectEqual(again.output, output);
  },
  async prove(pool, { random, signal, plain }) {
    const scheme = random() < 0.5 ? 'wesolowski' : 'pietrzak';
    const task = { modulus: N, input: integer(random, 1000) + 2n, iterations: 1 + Math.floor(random() * 200_000) };
    const memory = random() < 0.5 ? 2 ** 14 : undefined;
    const proof = await pool.prove({ ...task, scheme }, { signal, memory });
    const output = powerOfTwo(task.input, task.iterations);
    expectEqual(BigInt(proof.output), output < N - output ? output : N - output);
    expectEqual(plain.verify(proof, { expect: { ...task, scheme } }), true);
  },
};

const hex = (digits) => Number.parseInt(digits, 16);

/** A proof that claims one squaring less. */
function changed(proof) {
  const file = JSON.parse(new TextDecoder().decode(proof));
  return { ...file, iterations: file.iterations - 1 };
}

/** A number of up to `bits` bits. */
function integer(random, bits) {
  let x = 0n;
  for (let i = 0; i < bits; i += 32) x = (x << 32n) | BigInt(Math.floor(random() * 2 ** 32));
  return x >> BigInt(Math.floor(random() * 32));
}

/** Pseudorandom numbers in [0, 1). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
