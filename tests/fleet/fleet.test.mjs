// The example of a fleet, with the packed package, a real Redis, and processes that the tests kill.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { verify } from '../../workshop/bigint/wesolowski.js';
import { startRedis, startWorker } from '../../workshop/fleet.mjs';
import { installPacked, root } from '../package/packed.mjs';

// Two Mersenne primes: who knows them computes x^(2^T) mod N without the T squarings.
const [P, Q] = [2n ** 521n - 1n, 2n ** 607n - 1n];
const N = P * Q;
const hex = (z) => `0x${z.toString(16)}`;
const powerOfTwo = (x, T) => hex(bigintModPow(x, bigintModPow(2n, BigInt(T), (P - 1n) * (Q - 1n)), N));

/** Squarings for seconds. */
const MANY = 3 * 2 ** 20;
/** An evaluation saves often. */
const SAVES = ['--save', '0.1'];
/** A dead worker loses its jobs soon. On a busy machine a living one may lose them too, so others keep the usual lock. */
const HASTY = [...SAVES, '--lock', '1'];

let packed;
let redis;
let fleet;
let queues;
let events;
/** The squarings that the progress events of an evaluation report, in order, by the job. */
const reports = new Map();

before(async () => {
  packed = await installPacked();
  await cp(join(root, 'crate/js/examples'), packed.app, { recursive: true });
  for (const name of ['bullmq', 'ioredis'])
    await symlink(join(root, 'node_modules', name), join(packed.app, 'node_modules', name), 'junction');
  redis = await startRedis();
  process.env.REDIS_URL = redis.url;
  fleet = await import(pathToFileURL(join(packed.app, 'fleet/queue.mjs')));
  queues = fleet.openQueues();
  events = {
    proofs: await fleet.openEvents(queues.proofs),
    evaluations: await fleet.openEvents(queues.evaluations),
  };
  events.evaluations.on('progress', ({ jobId, data }) => reports.get(jobId)?.push(data.done));
});

after(async () => {
  await Promise.all([...Object.values(events ?? {}), ...Object.values(queues ?? {})].map((one) => one.close()));
  await redis?.close();
  await packed?.remove();
});

/** A worker process, which ends with the test. */
async function work(t, args = SAVES, nodeOptions = []) {
  const worker = await startWorker(join(packed.app, 'fleet'), redis.url, args, nodeOptions);
  t.after(() => worker.end('SIGKILL'));
  return worker;
}

const example = (scheme) => readFile(join(packed.app, `${scheme}-rsa2048.json`), 'utf8');

/** A new evaluation. */
async function evaluation(task) {
  const job = await fleet.addEvaluation(queues.evaluations, { modulus: hex(N), input: '0x3', ...task });
  const reported = [];
  reports.set(job.id, reported);
  return {
    job,
    reported,
    result: () => job.waitUntilFinished(events.evaluations),
    /** Waits until a number of squarings is reported. */
    async reaches(squarings) {
      while (!(reported.at(-1) >= squarings)) {
        assert.ok(!(await job.isFailed()), 'the evaluation failed');
        await sleep(20);
      }
    },
    stored: () => queues.evaluations.getJob(job.id),
  };
}

/** The squarings up to which a checkpoint reaches. crate/vdf/src/checkpoint.rs has the format. */
function reach(checkpoint) {
  if (!checkpoint) return 0;
  const bytes = Buffer.from(checkpoint, 'base64');
  assert.equal(bytes.toString('latin1', 0, 8), 'powmod-e');
  return Number(bytes.readBigUInt64BE(16 + 2 * bytes.readUInt32BE(12) + 8));
}

/** A checkpoint reaches to the last point that was checked. A check covers at most this many squarings. */
const CHECKED_AT_ONCE = 2 ** 16;

/** Takes over an evaluation that no worker has any more: only the squarings after its last checkpoint are done again. */
async function isContinued(t, { stored, reported, result }) {
  const { data, progress } = await stored();
  while (reported.at(-1) !== progress.done) await sleep(10); // the event of this progress is under way
  const from = reach(data.checkpoint);
  assert.ok(from > 0 && from < MANY && from > (progress.done ?? 0) - CHECKED_AT_ONCE, `${from} of ${progress.done}`);
  const before = reported.length;
  await work(t, HASTY);
  assert.equal((await result()).output, powerOfTwo(3n, MANY));
  const later = reported.slice(before);
  assert.ok(later.length && later.every((done) => done >= from), `after ${from}: ${later.join(' ')}`);
}

describe('proofs', { timeout: 120_000 }, () => {
  test('of one job have a verdict each, and a malformed one is not tried again', async (t) => {
    await work(t);
    const good = await example('wesolowski');
    const wrong = { ...JSON.parse(good), iterations: 2 ** 20 + 1 };
    const proofs = [good, wrong, '{', await example('pietrzak'), { ...wrong, delta: 1 }];
    const [job] = await fleet.addProofs(queues.proofs, proofs, { modulus: 'RSA-2048' });
    assert.deepEqual(await job.waitUntilFinished(events.proofs), [
      { valid: true },
      { valid: false },
      { field: 'file', reason: 'is not JSON text in UTF-8' },
      { valid: true },
      { field: 'delta', reason: 'is for pietrzak only' },
    ]);
    assert.equal((await queues.proofs.getJob(job.id)).attemptsStarted, 1);

    const [other] = await fleet.addProofs(queues.proofs, [good], { modulus: hex(N) });
    assert.deepEqual(await other.waitUntilFinished(events.proofs), [{ valid: false }], 'another modulus was expected');
  });

  test('fill as many jobs as they need', async (t) => {
    await work(t);
    const jobs = await fleet.addProofs(queues.proofs, Array(70).fill(await example('wesolowski')), {
      modulus: 'RSA-2048',
    });
    const verdicts = await Promise.all(jobs.map((job) => job.waitUntilFinished(events.proofs)));
    assert.deepEqual(
      verdicts.map((list) => list.length),
      [32, 32, 6],
    );
    assert.ok(verdicts.flat().every(({ valid }) => valid === true));
  });

  test('go in the order of their priorities', async (t) => {
    const order = [];
    events.proofs.on('active', ({ jobId }) => order.push(jobId));
    const add = async (priority) => {
      const [job] = await fleet.addProofs(queues.proofs, ['{'], { modulus: 'RSA-2048' }, { priority });
      return job;
    };
    const jobs = [await add(3), await add(1), await add(2), await add(undefined)];
    await work(t);
    await Promise.all(jobs.map((job) => job.waitUntilFinished(events.proofs)));
    const [third, first, second, none] = jobs.map(({ id }) => id);
    assert.deepEqual(order, [none, first, second, third]);
  });

  test('do not wait for an evaluation', async (t) => {
    await work(t);
    const long = await evaluation({ iterations: MANY });
    await long.reaches(1);
    const [job] = await fleet.addProofs(queues.proofs, [await example('wesolowski')], { modulus: 'RSA-2048' });
    assert.deepEqual(await job.waitUntilFinished(events.proofs), [{ valid: true }]);
    assert.ok(await long.job.isActive(), 'the evaluation goes on');
    assert.equal((await long.result()).output, powerOfTwo(3n, MANY));
    assert.equal(long.reported.at(-1), MANY);
  });
});

describe('an evaluation', { timeout: 120_000 }, () => {
  test('gives the output, and a proof if it is asked for', async (t) => {
    await work(t);
    let y = 3n;
    for (let i = 0; i < 1000; i++) y = (y * y) % N;
    assert.deepEqual(await (await evaluation({ iterations: 1000 })).result(), { output: hex(y) });
    const { output, proof } = await (await evaluation({ iterations: 1000, prove: 'wesolowski' })).result();
    assert.equal(output, hex(y));
    assert.ok([y, N - y].includes(BigInt(proof.output)));
    assert.ok(verify(proof, N), 'the BigInt verifier takes the proof');
  });

  test('goes on from its last checkpoint in another process when its own is killed', async (t) => {
    const killed = await work(t, HASTY);
    const long = await evaluation({ iterations: MANY });
    await long.reaches(MANY / 4);
    assert.equal(await killed.end('SIGKILL'), null);
    await isContinued(t, long);
    const { attemptsStarted, stalledCounter } = await long.stored();
    assert.deepEqual({ attemptsStarted, stalledCounter }, { attemptsStarted: 2, stalledCounter: 1 });
  });

  test('is saved and goes back to the queue when its worker is stopped', async (t) => {
    const long = await evaluation({ iterations: MANY });
    // A process that saves only at the start, and when it is stopped. It may need some time to its first checked point.
    for (let ms = 100, saved = 0; !saved; ms *= 2) {
      assert.ok(ms < 10_000, 'no process has saved a checkpoint');
      const stopped = await work(t, ['--save', '3600', '--lock', '1']);
      await sleep(ms);
      assert.equal(await stopped.end('SIGTERM'), 0, stopped.output);
      assert.equal(await long.job.getState(), 'waiting', stopped.output);
      saved = reach((await long.stored()).data.checkpoint);
    }
    await isContinued(t, long);
    assert.equal((await long.stored()).stalledCounter, 0);
  });

  test('ends in a process that has lost its lock', async (t) => {
    const frozen = await work(t, HASTY);
    const long = await evaluation({ iterations: MANY });
    await long.reaches(1);
    const stalled = once(events.evaluations, 'stalled');
    frozen.signal('SIGSTOP');
    const heir = await work(t, HASTY);
    await stalled;
    frozen.signal('SIGCONT');
    assert.equal((await long.result()).output, powerOfTwo(3n, MANY));
    await heir.end('SIGTERM');
    const [job] = await fleet.addProofs(queues.proofs, ['{'], { modulus: 'RSA-2048' });
    assert.equal((await job.waitUntilFinished(events.proofs)).length, 1, 'the process takes other jobs');
    const next = await evaluation({ iterations: 1000 });
    assert.equal((await next.result()).output, powerOfTwo(3n, 1000));
    // It would complain if it had tried to end the job that it has lost.
    assert.match(frozen.output, /^ready\n(evaluations: could not renew lock for job \d+\n)+$/);
  });

  test('is tried again after a failure of its process', async (t) => {
    const failing = fileURLToPath(new URL('one-thread-fails.mjs', import.meta.url));
    const worker = await work(t, SAVES, ['--import', pathToFileURL(failing).href]);
    const short = await evaluation({ iterations: 1000 });
    assert.equal((await short.result()).output, powerOfTwo(3n, 1000));
    assert.equal((await short.stored()).attemptsMade, 2);
    assert.match(worker.output, /no thread for this one/);
  });

  test('fails at once if an argument is wrong', async (t) => {
    await work(t);
    for (const [task, message] of [
      [{ iterations: 0 }, /iterations: must be a whole number/],
      [{ iterations: 5, input: '0x' }, /Cannot convert 0x to a BigInt/],
      [{ iterations: 5, modulus: 'RSA-1' }, /modulus: is not a built-in group/],
      [{ iterations: 5, checkpoint: 'AAAA' }, /checkpoint/],
      [{ iterations: 5, checkpoint: { length: 2 ** 31 } }, /checkpoint: must be base64/],
    ]) {
      const wrong = await evaluation(task);
      await assert.rejects(wrong.result(), message);
      assert.equal((await wrong.stored()).attemptsMade, 1);
    }
  });
});

describe('submit.mjs', { timeout: 120_000 }, () => {
  test('prints verdicts, outputs and failures', async (t) => {
    await work(t);
    const submit = (...args) => packed.run(process.execPath, 'fleet/submit.mjs', ...args);
    await packed.write('torn.json', '{');
    assert.equal(
      await submit('proofs', 'wesolowski-rsa2048.json', 'torn.json'),
      'wesolowski-rsa2048.json: valid\ntorn.json: malformed, file is not JSON text in UTF-8\n',
    );
    const args = ['--modulus', hex(N), '--seed', 'fleet', 'evaluation', '--iterations'];
    const { output, proof } = JSON.parse(await submit('--prove', 'wesolowski', ...args, '1000'));
    assert.equal(output, powerOfTwo(BigInt(proof.input), 1000));
    assert.ok(verify(proof, N));
    await assert.rejects(submit(...args, '0'), /iterations: must be a whole number/);
    await assert.rejects(submit(), /say what to add/);
  });
});
