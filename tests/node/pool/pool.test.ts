// The pool: its results, its errors, and workers or callers that stop in the middle.
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { groups, init, MalformedProofError, type PowmodErrorCode, type ProofFile, type WasmSource } from 'powmod';
import { createPool, type Pool, type PoolOptions } from 'powmod/pool';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { JobScheduler } from '../../../crate/js/src/pool/threads/scheduler.ts';
import type { Script } from '../../../crate/js/src/pool/threads/script.ts';
import { collect, later } from '../../support/lists.ts';
import { kernelFile, runProgram } from '../../support/package.ts';
import { openPool, workerUrl } from '../../support/pools.ts';
import { Random } from '../../support/random.ts';
import { withTrap } from '../../support/sabotage.ts';
import { makeTrivialPietrzak, makeWesolowski, smallModulus as n } from '../../support/small-proofs.ts';

const N = groups['RSA-2048'];
const pm = await init();
const seed = (name: string) => new TextEncoder().encode(name);
const proofs = Array.from({ length: 6 }, (_, i) => makeWesolowski(pm, n, seed(`${i}`), 500 + i));
const [proof] = proofs as [ProofFile];
const invalid: ProofFile = { ...proof, iterations: 1234 } as ProofFile;
const malformed = { ...proof, extra: 1 } as unknown as ProofFile;

/** A call so long that it still runs when the test interrupts it. */
const LONG = (1n << 65535n) - 1n;

const isWorkerError = (message: RegExp) => ({ name: 'PowmodError', code: 'ERR_WORKER', message });

describe('the pool', () => {
  let pool: Pool;
  before(async () => {
    pool = await createPool({ workers: 3 });
  });
  after(() => pool.close());

  test('loads the prover module at its first use, once for all workers', async () => {
    const asked: string[] = [];
    const wasm = (kernel: string, part?: 'prover') => {
      const name = part ? `${kernel}-${part}` : kernel;
      asked.push(name);
      return kernelFile(name);
    };
    await using own = await createPool({ workers: 2, kernel: 'scalar', wasm });
    assert.equal(await own.modPow(3n, 5n, 7n), 5n);
    assert.deepEqual(asked, ['scalar']);
    const squared = { modulus: groups['RSA-2048'], input: 3n, iterations: 5 } as const;
    const evaluations = await Promise.all([own.evaluate(squared), own.evaluate(squared)]);
    assert.deepEqual(
      evaluations.map(({ output }) => output),
      [3n ** 32n, 3n ** 32n],
    );
    assert.deepEqual(asked, ['scalar', 'scalar-prover']);
  });

  test('loads the prover module from the package if the provider has only one file for each kernel', async () => {
    await using own = await createPool({ workers: 1, kernel: 'scalar', wasm: (kernel) => kernelFile(kernel) });
    const { output } = await own.evaluate({ modulus: 'RSA-2048', input: 3n, iterations: 5 });
    assert.equal(output, 3n ** 32n);
  });

  test('fails if the prover module cannot be loaded or is another file, and asks for it again later', async () => {
    const file = async (name: string) => kernelFile(name);
    const module = async (name: string) => new WebAssembly.Module(kernelFile(name));
    const trapping = async () => withTrap(kernelFile('scalar-prover'), operations.selfTest);
    const answers: [() => Promise<WasmSource>, PowmodErrorCode, RegExp][] = [
      [() => Promise.reject(new Error('no network')), 'ERR_LOAD', /^the kernel scalar-prover .*no network$/],
      [() => file('simd128-prover'), 'ERR_LOAD', /scalar-prover .* SHA-256 differs$/],
      [() => module('simd128'), 'ERR_LOAD', /scalar-prover holds the kernel simd128$/],
      [() => module('simd128-prover'), 'ERR_LOAD', /scalar-prover holds the kernel simd128-prover$/],
      [trapping, 'ERR_KERNEL_UNAVAILABLE', /self-test/],
    ];
    let next: () => Promise<WasmSource> = () => file('scalar-prover');
    const wasm = (_: string, part?: 'prover') => (part ? next() : file('scalar'));
    await using own = await createPool({ workers: 1, kernel: 'scalar', wasm });
    const evaluate = () => own.evaluate({ modulus: 'RSA-2048', input: 3n, iterations: 5 });
    for (const [answer, code, message] of answers) {
      next = answer;
      await assert.rejects(evaluate(), { name: 'PowmodError', code, message });
    }
    next = () => file('scalar-prover');
    assert.equal((await evaluate()).output, 3n ** 32n);
    await own.close();
    await assert.rejects(evaluate(), { name: 'TypeError', message: 'pool: was closed' });
  });

  test('can be closed while the prover module loads', async () => {
    let give: (bytes: Uint8Array<ArrayBuffer>) => void = () => {};
    const late = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
      give = resolve;
    });
    const own = await createPool({ kernel: 'scalar', wasm: (_, part) => (part ? late : kernelFile('scalar')) });
    const evaluation = own.evaluate({ modulus: 'RSA-2048', input: 3n, iterations: 5 });
    await own.close();
    give(kernelFile('scalar-prover'));
    await assert.rejects(evaluation, { name: 'PowmodError', code: 'ERR_WORKER', message: /closed before/ });
  });

  test('gives no bytes for an empty input of modexp', async () => {
    assert.deepEqual(await pool.modexp(new Uint8Array()), new Uint8Array());
  });

  test('refuses a challenge that is no prime, also where no proof is well formed', async () => {
    const options = { challenge: { prime: 1n << 200n } };
    const refused = { name: 'RangeError', message: /^options\.challenge\.prime: / };
    assert.throws(() => pm.verifyBatch([malformed], options), refused);
    await assert.rejects(pool.verifyAll([malformed], options), refused);
    await assert.rejects(collect(pool.verifyAll(later([malformed]), options)), refused);
  });

  test('takes no 2^53 − 1 for a power of two', async () => {
    const task = { scheme: 'pietrzak', profile: 'tokamak', modulus: 'RSA-2048', input: 3n } as const;
    const proving = pool.prove({ ...task, iterations: 2 ** 53 - 1 }, { signal: AbortSignal.timeout(3000) });
    await assert.rejects(proving, /^RangeError: iterations: must be a power of two/);
  });

  test('verifies what is expected of a proof, and gives the errors of a malformed one', async () => {
    assert.equal(await pool.verify(proof, { expect: { modulus: n, seed: seed('0') } }), true);
    assert.equal(await pool.verify(proof, { expect: { seed: seed('1') } }), false);
    await assert.rejects(pool.verify(malformed), { field: 'extra', code: 'ERR_MALFORMED_PROOF' });
    // An error that only the arithmetic finds comes back from the worker as the same error.
    const zero = { ...proof, output: `0x${'0'.repeat(proof.output.length - 2)}` } as ProofFile;
    const [here] = pm.verifyBatch([zero]) as [MalformedProofError];
    await assert.rejects(pool.verify(zero), (error) => {
      assert.deepEqual(error, here);
      return error instanceof MalformedProofError;
    });
  });

  for (const batch of [false, true])
    test(`verifyAll gives valid, invalid and malformed, each in its place${batch ? ', in batches' : ''}`, async () => {
      const random = new Random();
      const trivial = makeTrivialPietrzak(pm, n, seed('p'), 100);
      const kinds = [...proofs, invalid, malformed, trivial, 'not JSON', Buffer.from(JSON.stringify(proof))];
      const sources = Array.from({ length: 100 }, () => random.pick<ProofFile | string | Uint8Array>(kinds));
      const expected = pm.verifyBatch(sources);
      assert.deepEqual(await pool.verifyAll(sources, { batch }), expected, `POWMOD_SEED=${random.seed}`);
      assert.ok(expected.some((verdict) => verdict instanceof MalformedProofError));
      assert.deepEqual(await pool.verifyAll([], { batch }), []);
      assert.deepEqual(pm.verifyBatch(new Set(sources).values(), { batch }), pm.verifyBatch([...new Set(sources)]));
      assert.deepEqual(await pool.verifyAll(sources.values(), { batch }), expected, `POWMOD_SEED=${random.seed}`);
      const found = await collect(pool.verifyAll(later(sources), { batch }));
      assert.deepEqual(found, expected, `POWMOD_SEED=${random.seed}`);
      assert.deepEqual(await collect(pool.verifyAll(later([]), { batch })), []);
      const expect = { iterations: 500 };
      assert.deepEqual(await pool.verifyAll(proofs, { batch, expect }), [true, false, false, false, false, false]);
    });
});

test('proofs without an end are verified in order, and read no further than the workers need', async () => {
  await using pool = await createPool({ workers: 2 });
  let [read, taken, greatest, ends] = [0, 0, 0, 0];
  const endless = async function* () {
    try {
      while (read < 1000) yield read++ % 3 === 0 ? invalid : proof; // more would never end
    } finally {
      ends++;
    }
  };
  for await (const verdict of pool.verifyAll(endless())) {
    assert.equal(verdict, taken % 3 !== 0);
    greatest = Math.max(greatest, read - taken);
    if (++taken === 100) break;
  }
  assert.ok(greatest <= 4 * 8, `${greatest} ahead`);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ends, 1);
  const wrong = [proof, proof, 5] as unknown as ProofFile[];
  const message = /^TypeError: proofs\[2\]: must be an object, a string or a Uint8Array, not a number$/;
  await assert.rejects(pool.verifyAll(wrong.values()), message);
  await assert.rejects(collect(pool.verifyAll(later(wrong))), message);
  assert.throws(() => pm.verifyBatch(wrong.values()), message);
});

describe('progress and order', () => {
  test('a worker has one job at a time; waiting jobs are not sent', async () => {
    let sent = 0;
    let answered = 0;
    let most = 0;
    await using own = await openPool({ workers: 2 }, (worker) => {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message) => {
        sent++;
        most = Math.max(most, sent - answered);
        post(message);
      };
      worker.on('message', () => answered++);
    });
    const { pool } = own;
    const powers = Array.from({ length: 300 }, (_, i) => pool.modPow(BigInt(i), 3n, 1009n));
    const verdicts = pool.verifyAll(Array.from({ length: 200 }, () => proof));
    for (const [i, power] of powers.entries()) assert.equal(await power, BigInt(i) ** 3n % 1009n);
    assert.ok((await verdicts).every((verdict) => verdict === true));
    assert.ok(most <= 2, `${most} works at once`);
    assert.ok(sent > 300);
  });

  test('fifteen hundred proofs on two workers need no more memory after the first three hundred', () => {
    const script = `import { createPool } from 'powmod/pool';
const pool = await createPool({ workers: 2 });
const proofs = ${JSON.stringify(proofs)};
const some = Array.from({ length: 300 }, (_, i) => JSON.stringify(proofs[i % proofs.length]));
const sizes = [];
for (let i = 0; i < 5; i++) {
  const verdicts = await pool.verifyAll(some);
  if (!verdicts.every((verdict) => verdict === true)) throw new Error('wrong');
  gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  sizes.push({ rss, own: heapUsed + external });
}
await pool.close();
console.log(JSON.stringify([sizes[0], sizes.at(-1)]));`;
    const { stdout, stderr } = runProgram(script, ['--expose-gc']);
    const [first, last] = JSON.parse(stdout || '[]') as { rss: number; own: number }[];
    assert.ok(first && last, stderr);
    assert.ok(last.own - first.own < 2 ** 20, `the caller's heap grew by ${last.own - first.own} bytes`);
    assert.ok(last.rss - first.rss < 2 ** 25, `the process grew by ${last.rss - first.rss} bytes`);
  });

  test('workers start when there is work, and no more than the options allow', async () => {
    await using own = await openPool({ workers: 2 });
    const { pool, workers } = own;
    assert.equal(workers.length, 0);
    await pool.modPow(2n, 3n, 5n);
    await pool.modPow(2n, 3n, 5n);
    assert.equal(workers.length, 1);
    await Promise.all(Array.from({ length: 20 }, () => pool.modPow(2n, 3n, 5n)));
    assert.equal(workers.length, 2);
  });
});

describe('a job', () => {
  /** A pool with one worker, and what it is sent; `before` sees each job before the worker does. */
  async function watchedPool(before: (job: { id: number }, worker: Worker, transfer: ArrayBuffer[]) => void) {
    const jobs: { id: number; args: unknown }[] = [];
    const own = await openPool({ workers: 1 }, (worker) => {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message, transfer) => {
        if (message.kind === 'job') {
          jobs.push(message);
          before(message, worker, transfer as ArrayBuffer[]);
        }
        post(message, transfer);
      };
    });
    return { ...own, jobs };
  }

  test('that is aborted before it has a worker is not sent', async () => {
    await using own = await watchedPool(() => {});
    const { pool, jobs } = own;
    const controller = new AbortController();
    const first = pool.modPow(3n, N, N);
    const { signal } = controller;
    const aborted = assert.rejects(pool.modPowAll([3n], 5n, 7n, { signal }), { name: 'AbortError' });
    const last = pool.modPow(3n, 5n, 7n);
    controller.abort();
    await Promise.all([first, aborted, last]);
    assert.equal(jobs.length, 2);
  });

  test('that cannot be sent wipes the memory of its secrets', async () => {
    const taken: Uint8Array[] = [];
    await using own = await watchedPool((_, __, transfer) => {
      taken.push(...transfer.map((buffer) => new Uint8Array(buffer)));
      assert.ok(taken.some((bytes) => bytes.includes(5)));
      throw new Error('no room');
    });
    const power = own.pool.modPowSecret(3n, Uint8Array.of(5), 1009n, { exponentBits: 8 });
    await assert.rejects(power, isWorkerError(/^the work could not be sent: no room$/));
    assert.ok(taken.length > 0 && taken.every((bytes) => bytes.every((byte) => byte === 0)));
  });

  test('that cannot be sent leaves its worker to the next job', { timeout: 20_000 }, async () => {
    let sent = 0;
    await using own = await watchedPool(() => {
      if (++sent === 1) throw new Error('no room');
    });
    const [first, next] = [own.pool.modPow(3n, 5n, 7n), own.pool.modPow(3n, 5n, 7n)];
    await assert.rejects(first, isWorkerError(/^the work could not be sent: no room$/));
    assert.equal(await next, 5n);
  });
});

/** A scheduler with one worker by this script, for jobs of an instance. */
function schedulerOf(script: Script) {
  const scheduler = new JobScheduler(1, script, { kind: 'start', wasm: undefined }, () =>
    Promise.reject(new Error('no prover')),
  );
  return { scheduler, isPrime: () => scheduler.run('isPrime', () => ({ args: { n: Uint8Array.of(7) } })) };
}

/** A scheduler with one worker, which the test plays; and what the worker was sent. Its clock is the test's. */
function played(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: { kind: string; id: number }[] = [];
  let [ended, hear] = [0, (_: { data: unknown }) => {}];
  const make = () => ({
    postMessage: (message: (typeof sent)[0]) => sent.push(message),
    terminate: () => ended++,
    addEventListener(type: string, listener: typeof hear) {
      if (type === 'message') hear = listener;
    },
  });
  const { scheduler, isPrime } = schedulerOf({ make, problem: '', next: undefined });
  const say = (kind: string, more = {}) => hear({ data: { kind, id: sent.at(-1)?.id, ...more } });
  return { scheduler, isPrime, sent, say, ended: () => ended, tick: (ms: number) => t.mock.timers.tick(ms) };
}

describe('a worker', () => {
  test('may take any time for a job, once it has started in time', async (t) => {
    const { isPrime, say, ended, tick } = played(t);
    const job = isPrime();
    tick(19_999);
    say('ready', { lock: false });
    tick(1e9);
    assert.equal(ended(), 0);
    say('done', { result: true });
    assert.equal(await job, true);
    tick(1e9);
    assert.equal(ended(), 0);
  });

  test('that stops an aborted job within a second is not ended during the next', async (t) => {
    for (const seconds of [0.9, 1.1]) {
      const { scheduler, isPrime, sent, say, ended, tick } = played(t);
      const controller = new AbortController();
      const aborted = scheduler.run('isPrime', { n: Uint8Array.of(7) }, controller.signal);
      say('ready', { lock: false });
      const next = isPrime();
      controller.abort('enough');
      await assert.rejects(aborted, (reason) => reason === 'enough');
      assert.equal(sent.at(-1)?.kind, 'stop');
      tick(1000 * seconds);
      assert.equal(ended(), seconds < 1 ? 0 : 1);
      if (seconds < 1) say('failed', { error: { name: 'RangeError', message: 'stopped' } });
      else say('ready', { lock: false }); // another
      tick(1e6);
      say('done', { result: true });
      assert.equal(await next, true);
      assert.equal(ended(), seconds < 1 ? 0 : 1);
      t.mock.timers.reset();
    }
  });

  test('has the updates and the answer of its own job alone', async (t) => {
    const { scheduler, say } = played(t);
    const terms = [{ base: 3n, exponent: 5n, baseName: 'base' }];
    const updates: number[] = [];
    const job = scheduler.run(
      'powAll',
      () => ({ args: { terms, modulus: Uint8Array.of(7) } }),
      undefined,
      (done) => updates.push(done),
    );
    say('ready', { lock: false });
    say('update', { update: 1 });
    say('update', { update: 99, id: 77 });
    for (const id of [0, 77]) say('done', { result: ['another'], id });
    say('done', { result: [] });
    assert.deepEqual([await job, updates], [[], [1]]);
  });

  test('with secrets has a second to wipe them when the pool closes, and no more', async (t) => {
    const { scheduler, sent, say, ended, tick } = played(t);
    const makeOrder = () => ({ args: { terms: [], modulus: Uint8Array.of(7), bits: 8 }, hasSecrets: true });
    const job = assert.rejects(scheduler.run('powSecret', makeOrder), isWorkerError(/closed before/));
    say('ready', { lock: false });
    const closing = scheduler.close();
    await job;
    assert.deepEqual([sent.at(-1)?.kind, ended()], ['stop', 0]);
    tick(1000);
    await closing;
    assert.equal(ended(), 1);
  });
});

describe('when a worker is lost,', () => {
  /** A worker that has sent a message is ready and has its job. */
  const busy = (worker: Worker) => new Promise((resolve) => worker.once('message', resolve));

  test('another one does its job', async (t) => {
    await using own = await openPool({ workers: 2 });
    const { pool, workers } = own;
    const expected = pm.modPow(3n, N, N);
    // A pool without work does not keep the process alive for a worker that still starts.
    const alive = setInterval(() => {}, 1000);
    t.after(() => clearInterval(alive));
    for (let round = 1; round <= 4; round++) {
      const powers = Array.from({ length: 60 }, () => pool.modPow(3n, N, N));
      assert.equal(workers.length, round + 1, 'one was started in the place of each');
      const last = workers.at(-1) as Worker;
      await busy(last);
      await last.terminate();
      for (const power of powers) assert.equal(await power, expected);
    }
  });

  const limit = { timeout: 120_000 };
  test('and a second one with the same job, the call ends with ERR_WORKER and the next works', limit, async () => {
    await using own = await openPool({ workers: 1 });
    const { pool, workers } = own;
    const power = pool.modPow(3n, LONG, LONG);
    const outcome = assert.rejects(power, isWorkerError(/two workers were lost/));
    for (let i = 0; i < 2; i++) {
      while (workers.length <= i) await new Promise((resolve) => setTimeout(resolve, 5));
      await busy(workers[i] as Worker);
      await workers[i]?.terminate();
    }
    await outcome;
    assert.equal(await pool.modPow(3n, 5n, 7n), 5n);
  });

  test('a trap in the middle of a call is an error of that call only', async () => {
    const script = `import { createPool } from 'powmod/pool';
const pool = await createPool({ workers: 1, maxBits: 2 ** 26 });
const told = ({ name, code, message }) => [name, code, message];
const failed = await pool.modPow(3n, 5n, (1n << 60000000n) + 1n).catch(told);
console.log(JSON.stringify([failed, String(await pool.modPow(3n, 5n, 7n))]));`;
    const { stdout, stderr } = runProgram(script, ['--wasm-max-mem-pages=200']);
    assert.deepEqual(
      JSON.parse(stdout || '0'),
      [['PowmodError', 'ERR_OUT_OF_MEMORY', 'the WebAssembly memory could not grow'], '5'],
      stderr,
    );
  });
});

describe('a worker that cannot start', { timeout: 120_000 }, () => {
  const cannot = async (worker: () => unknown, outcome: object) => {
    await using pool = await createPool({ workers: 2, worker } as PoolOptions);
    const powers = Array.from({ length: 5 }, () => assert.rejects(pool.modPow(3n, 5n, 7n), outcome));
    await Promise.all(powers);
    await assert.rejects(pool.verifyAll([proof, proof]), outcome);
  };

  test('is ERR_WORKER', async () => {
    await cannot(
      () => new Worker('throw new Error("no")', { eval: true }),
      isWorkerError(/^no worker could be started: no$/),
    );
    await cannot(
      () => new Worker(new URL('file:///missing.js')),
      isWorkerError(/^no worker could be started: .*missing/),
    );
    await cannot(() => new Worker('process.exit(3)', { eval: true }), isWorkerError(/it ended with code 3/));
    await cannot(
      () => {
        throw new Error('forbidden');
      },
      isWorkerError(/^no worker could be started: forbidden$/),
    );
  });

  test('is ERR_WORKER if it is silent for 20 s, and says what it must import', async (t) => {
    const { isPrime, tick, ended } = played(t);
    const silent = isWorkerError(/it did not answer: its script must import 'powmod\/worker'$/);
    const outcomes = Promise.all([isPrime(), isPrime(), isPrime()].map((job) => assert.rejects(job, silent)));
    tick(20_000);
    await outcomes;
    assert.equal(ended(), 1);
  });

  test('is replaced while another one works', async () => {
    let made = 0;
    const worker = () => new Worker(++made === 2 ? 'process.exit(3)' : workerUrl, { eval: made === 2 });
    await using pool = await createPool({ workers: 2, worker });
    const long = pool.modPow(3n, LONG, LONG).catch(() => {});
    assert.equal(await pool.modPow(3n, 5n, 7n), 5n);
    assert.equal(made, 3);
    await pool.close();
    await long;
  });
});

test('a script that cannot be loaded after another is an error of the calls', async () => {
  const script: Script = {
    make() {
      throw new Error('no file');
    },
    problem: '',
    next: () => Promise.reject(new Error('no text')),
  };
  const { isPrime } = schedulerOf(script);
  await assert.rejects(isPrime(), isWorkerError(/^no worker could be started: no text$/));
  await assert.rejects(isPrime(), isWorkerError(/^no worker could be started: no file$/));
});

test('a script that does not load is told to the end of what to do', async () => {
  const problem = `${'x'.repeat(300)} write import 'powmod/worker'`;
  let fail = (_: Event) => {};
  const worker = {
    postMessage: () => queueMicrotask(() => fail(new Event('error'))),
    addEventListener(type: string, listener: typeof fail) {
      if (type === 'error') fail = listener;
    },
    terminate() {},
  };
  const { isPrime } = schedulerOf({ make: () => worker, problem, next: undefined });
  await assert.rejects(isPrime(), { code: 'ERR_WORKER', message: `no worker could be started: ${problem}` });
});

describe('closing', () => {
  test('rejects unfinished calls; later calls are a TypeError; a second close does nothing', async () => {
    const { pool, workers } = await openPool({ workers: 2 });
    const pending = [pool.modPow(3n, LONG, LONG), pool.verifyAll(proofs), pool.modPow(3n, 5n, 7n), pool.verify(proof)];
    const outcomes = Promise.all(
      pending.map((call) => assert.rejects(call, isWorkerError(/^the pool was closed before the call was done$/))),
    );
    await pool.close();
    await outcomes;
    for (const { threadId } of workers) assert.equal(threadId, -1, 'has ended');
    await assert.rejects(pool.modPow(3n, 5n, 7n), /^TypeError: pool: was closed$/);
    await assert.rejects(pool.verifyAll([]), /^TypeError: pool: was closed$/);
    await pool.close();
  });

  test('works at any step of a call that takes several', async () => {
    const task = { modulus: 'RSA-2048', input: 3n, iterations: 2 ** 40 } as const;
    for (let steps = 0; steps < 12; steps++) {
      const pool = await createPool({ workers: 1 });
      await pool.evaluate({ ...task, iterations: 1 }); // loads the prover module
      const calls = [
        pool.evaluate(task),
        pool.prove({ ...task, scheme: 'wesolowski' }),
        pool.modPow(3n, LONG, LONG, { method: 'parallel' }),
        pool.verifyAll(proofs),
      ];
      const outcomes = Promise.all(calls.map((call) => assert.rejects(call, isWorkerError(/^the pool was closed/))));
      for (let i = 0; i < steps; i++) await null;
      await pool.close();
      await outcomes;
    }
  });

  test('works by `await using`', async () => {
    const { pool, workers } = await openPool({ workers: 2 });
    {
      await using own = pool;
      assert.equal(await own.modPow(3n, 5n, 7n), 5n);
    }
    assert.equal(workers[0]?.threadId, -1);
  });

  test('is not necessary: a pool without work lets the process end', () => {
    const script = `import { createPool } from 'powmod/pool';
const pool = await createPool({ workers: 2 });
const powers = await Promise.all([pool.modPow(3n, 5n, 7n), pool.modPow(3n, 5n, 7n)]);
const controller = new AbortController();
const proofs = Array(20000).fill(${JSON.stringify(proof)});
const aborted = pool.verifyAll(proofs, { signal: controller.signal }).catch(({ name }) => name);
controller.abort();
await aborted;
console.log(String(powers), await aborted, String(await pool.modPow(3n, 5n, 7n)));
const N = 2n ** 32768n - 1n;
const signal = AbortSignal.timeout(100);
// A worker in such a power ends after a second, and another power waits.
console.log(await pool.modPowAll([2n, 3n, 5n], N - 1n, N, { signal }).catch(({ name }) => name));
await new Promise((resolve) => setTimeout(resolve, 1500));`;
    const { status, stdout, stderr } = runProgram(script);
    assert.deepEqual([status, stdout], [0, '5,5 AbortError 5\nTimeoutError\n'], stderr);
  });
});
