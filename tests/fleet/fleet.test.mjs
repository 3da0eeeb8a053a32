// The example of a fleet beside a real Redis, while its processes are killed. POWMOD_KILLS=100 kills a hundred workers.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, run } from '../../crate/build/run.mjs';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { verify } from '../../workshop/bigint/wesolowski.js';
import { freePort } from '../../workshop/browsers/page-server.ts';
import { folder } from '../../workshop/fleet/install.mjs';
import { fromFleet, start, startRedis, startWorker } from '../../workshop/fleet/start.mjs';

const KILLS = Number(process.env.POWMOD_KILLS ?? 10);

// Two Mersenne primes: who knows them computes x^(2^T) mod N without the T squarings.
const [P, Q] = [2n ** 521n - 1n, 2n ** 607n - 1n];
const [N, PHI] = [P * Q, (P - 1n) * (Q - 1n)];
const hex = (z) => `0x${z.toString(16)}`;
const powerOfTwo = (x, T) => hex(bigintModPow(x, bigintModPow(2n, BigInt(T), PHI), N));

/** Checkpoints come often, and a dead worker loses its jobs soon. */
const HASTY = ['--cores', '1', '--save', '0.1', '--lock', '1'];
/** Milliseconds after which what a test waits for does not come. */
const PATIENCE = 60_000;
/** Squarings for seconds. */
const MANY = 3 * 2 ** 20;
/** A checkpoint reaches to the last point that was checked. A check covers at most this many squarings. */
const CHECKED_AT_ONCE = 2 ** 16;

const proof = readFileSync(join(root, 'crate/js/examples/wesolowski-rsa2048.json'), 'utf8');
const [queue, store] = [await fromFleet('queue'), await fromFleet('checkpoints')];

/** A number that no other task has, so that the queue takes each for new. */
let last = 2n;
const next = () => ++last;

/** For each kind of work: adds work for about a second, and gives what it takes to check its results. */
const kinds = {
  async verify(queues) {
    const texts = Array.from({ length: 384 }, (_, i) => {
      if (i % 128 === 5) return `{"number": ${next()}}`;
      return i % 128 === 7 ? JSON.stringify({ ...JSON.parse(proof), iterations: Number(next()) }) : proof;
    });
    const jobs = await queue.addProofs(queues, texts);
    assert.equal(jobs.flatMap(({ places }) => places).length, texts.length);
    return jobs.map(({ id, places }) => ({
      id,
      queue: queues.lists,
      check: (verdicts) =>
        assert.deepEqual(
          verdicts.map(({ valid, field }) => field ?? valid),
          places.map((i) => ({ 5: 'number', 7: false })[i % 128] ?? true),
        ),
    }));
  },
  async evaluate(queues, iterations = 2 ** 20) {
    const x = next();
    const id = await queue.addEvaluation(queues, { modulus: hex(N), input: hex(x), iterations });
    const check = ({ output }) => assert.equal(output, powerOfTwo(x, iterations));
    return [{ id, queue: queues.delays, check }];
  },
  async prove(queues, iterations = 2 ** 19) {
    const x = next();
    const task = { modulus: hex(N), input: hex(x), iterations, scheme: 'wesolowski' };
    const id = await queue.addProving(queues, task);
    const check = (made) => {
      const y = BigInt(powerOfTwo(x, iterations));
      assert.ok([y, N - y].includes(BigInt(made.output)));
      assert.equal(BigInt(made.input), x);
      assert.ok(verify(made, N), 'the BigInt verifier takes the proof');
    };
    return [{ id, queue: queues.delays, check }];
  },
  /** All bases are powers of two, so that the product is one power. */
  async powers(queues) {
    const terms = Array.from({ length: 2048 }, (_, i) => [BigInt(i % 1000) + 1n, N - (next() << 900n)]);
    const exponent = terms.reduce((sum, [log, e]) => sum + log * e, 0n) % PHI;
    const list = terms.map(([log, e]) => [hex(1n << log), hex(e)]);
    const id = await queue.addPowers(queues, { modulus: hex(N), terms: list });
    const check = (product) => assert.equal(product, hex(bigintModPow(2n, exponent, N)));
    return [{ id, queue: queues.lists, check }];
  },
};

/** A Redis with its queues, which ends with the test. */
async function open(t, options) {
  const redis = await startRedis(options);
  const connection = queue.connect(redis.url);
  const queues = queue.openQueues(connection);
  const workers = [];
  t.after(async () => {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await queues.close();
    connection.disconnect();
    await redis.close();
  });
  return {
    redis,
    connection,
    queues,
    workers,
    checkpoints: store.checkpointsIn(queues),
    async work(...args) {
      const worker = await startWorker(redis.url, ...(args.length ? args : HASTY));
      workers.push(worker);
      return worker;
    },
  };
}

async function until(isSo) {
  const end = performance.now() + PATIENCE;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `never: ${isSo}`);
    await sleep(20);
  }
}

const state = ({ queue, id }) => queue.getJobState(id);

/** Waits for the results: each is right, and was given once. */
async function allAreRight(works, { connection, queues, workers }) {
  const ends = new Map();
  for (const work of works) {
    await until(async () => /completed|failed/.test(await state(work))).catch(async ({ message }) => {
      throw new Error(
        `${message} ${work.id} is ${await state(work)}\n${workers.map(({ output }) => output).join('\n')}`,
      );
    });
    const job = await work.queue.getJob(work.id);
    assert.ok(await job.isCompleted(), `${work.id}: ${job.failedReason}`);
    work.check(job.returnvalue);
  }
  for (const { name } of [queues.lists, queues.delays])
    for (const [, fields] of await connection.xrange(`bull:${name}:events`, '-', '+')) {
      const { event, jobId } = Object.fromEntries(fields.flatMap((_, i) => (i % 2 ? [] : [fields.slice(i, i + 2)])));
      if (event === 'completed') ends.set(jobId, (ends.get(jobId) ?? 0) + 1);
    }
  for (const { id } of works) assert.equal(ends.get(id), 1, id);
}

test(`${KILLS} workers are killed at any moment: no result is lost, wrong or given twice`, async (t) => {
  const fleet = await open(t);
  const works = [];
  let worker = await fleet.work();
  const names = Object.keys(kinds);
  for (let i = 0; i < KILLS; i++) {
    const added = await kinds[names[i % names.length]](fleet.queues);
    works.push(...added);
    await until(async () => /active|completed/.test(await state(added[0])));
    await sleep(1000 * Math.random());
    await worker.end('SIGKILL');
    worker = await fleet.work();
  }
  await allAreRight(works, fleet);
});

test('Redis and all workers fail at once: it goes on with what it has written', async (t) => {
  const fleet = await open(t, { durable: true });
  const [delay] = await kinds.evaluate(fleet.queues, MANY);
  const others = (await Promise.all([kinds.verify, kinds.prove, kinds.powers].map((add) => add(fleet.queues)))).flat();
  const worker = await fleet.work();
  const job = await delay.queue.getJob(delay.id);
  await until(async () => (await fleet.checkpoints.progress(job)).done > MANY / 8);
  const { done } = await fleet.checkpoints.progress(job);
  await Promise.all([worker.end('SIGKILL'), fleet.redis.crash()]);
  assert.ok((await fleet.checkpoints.progress(job)).done >= done, 'the checkpoint was written');
  const later = await fleet.work();
  await until(async () => (await delay.queue.getJob(delay.id)).attemptsStarted === 2);
  let reached = done;
  await until(async () => {
    reached = (await state(delay)) === 'completed' ? MANY : (await fleet.checkpoints.progress(job)).done;
    // At its end a delay has no checkpoint, just before its job is completed.
    return reached !== done && reached !== 0;
  });
  assert.ok(reached >= done - CHECKED_AT_ONCE, `it goes on from ${done}, not from ${reached}`);
  await fleet.redis.crash(); // and again, while the worker lives
  await allAreRight([delay, ...others], fleet);
  await later.end('SIGTERM');
});

test('of two workers on one delay, the newer one has it, and nothing but a slice is computed twice', async (t) => {
  const fleet = await open(t);
  const frozen = await fleet.work();
  const works = await kinds.evaluate(fleet.queues, MANY);
  const [{ id, queue: delays }] = works;
  const job = await delays.getJob(id);
  await until(async () => (await fleet.checkpoints.progress(job)).done > MANY / 8);
  frozen.signal('SIGSTOP');
  const { done } = await fleet.checkpoints.progress(job);
  const older = await delays.getJob(id);
  const heir = await fleet.work();
  await until(async () => (await delays.getJob(id)).attemptsStarted === 2);
  frozen.signal('SIGCONT');
  await until(() => frozen.output.includes(`${id}: another worker has the job`));
  assert.equal(
    await fleet.checkpoints.save(older, Buffer.from('late'), { done: 1, perSecond: 1 }),
    store.LOST,
    'a late checkpoint is refused',
  );
  let least = Infinity;
  await until(async () => {
    const progress = await fleet.checkpoints.progress(job);
    const isDone = (await delays.getJobState(id)) === 'completed'; // then it may have no checkpoint
    if (!isDone) least = Math.min(least, progress.done);
    return isDone;
  });
  assert.ok(least >= done - CHECKED_AT_ONCE, `${least} of ${done} squarings`);
  await allAreRight(works, fleet);
  assert.equal((await delays.getJob(id)).attemptsStarted, 2);
  await heir.end('SIGKILL');
  await allAreRight(await kinds.evaluate(fleet.queues, 1000), fleet); // the other takes jobs again
});

test('a worker that is stopped saves its delay, and gives it back at once', async (t) => {
  const fleet = await open(t);
  // On a slow machine the first wait may end before enough is checked.
  for (let times = 1; ; times *= 2) {
    assert.ok(times < 100, 'nothing was saved');
    const [work] = await kinds.evaluate(fleet.queues, times * MANY);
    const worker = await fleet.work('--cores', '1', '--save', '3600');
    const job = await work.queue.getJob(work.id);
    await until(() => fleet.checkpoints.load(job)); // the first save; the next one is an hour away
    await sleep(times * 500);
    assert.equal(await worker.end('SIGTERM'), 0, worker.output);
    assert.equal(await state(work), 'waiting', worker.output);
    const { done } = await fleet.checkpoints.progress(job);
    if (done <= CHECKED_AT_ONCE) {
      await queue.remove(work.queue, work.id);
      continue;
    }
    await fleet.work();
    let least = Infinity;
    await until(async () => {
      const progress = await fleet.checkpoints.progress(job);
      // At its end a delay has no checkpoint, just before its job is completed.
      if (progress.done > 0) least = Math.min(least, progress.done);
      return (await state(work)) === 'completed';
    });
    assert.ok(least >= done - CHECKED_AT_ONCE, `it goes on from ${done}, not from ${least}`);
    return allAreRight([work], fleet);
  }
});

test('a damaged checkpoint costs the delay its time, not its result', async (t) => {
  const fleet = await open(t);
  const works = await kinds.evaluate(fleet.queues, 1000);
  const job = await works[0].queue.getJob(works[0].id);
  await fleet.checkpoints.save(job, Buffer.from('powmod-e, or nearly'), { done: 500, perSecond: 1 });
  await fleet.work();
  await allAreRight(works, fleet);
  assert.equal((await works[0].queue.getJob(job.id)).attemptsMade, 2);
});

test('a checkpoint with a number that no worker has is damaged: its job is done all the same', async (t) => {
  const fleet = await open(t);
  const damage = async ({ id, timestamp }, attempt) =>
    fleet.connection.hset(`powmod:checkpoint:${id}:${timestamp}`, 'attempt', attempt);
  const works = [];
  for (const attempt of ['99', 'inf', 'none']) {
    const [work] = await kinds.evaluate(fleet.queues, 1000);
    await damage(await work.queue.getJob(work.id), attempt);
    works.push(work);
  }
  await fleet.work();
  await allAreRight(works, fleet);
  const [running] = await kinds.evaluate(fleet.queues, MANY);
  const job = await running.queue.getJob(running.id);
  await until(async () => (await fleet.checkpoints.progress(job)).done > 0);
  await damage(job, '99');
  await allAreRight([running], fleet);
  for (const { queue, id } of [...works, running]) assert.equal((await queue.getJob(id)).attemptsStarted, 1);
});

/** Hostile data by the kind of work: [data, what the error says]. */
const HOSTILE = {
  verify: [
    [null, /data: must be an object/],
    [[], /data: must be an object/],
    [{}, /proofs: must be a list/],
    [{ proofs: [] }, /proofs: must be a list of 1/],
    [{ proofs: { length: 2 ** 31 } }, /proofs: must be a list/],
    [{ proofs: Array(129).fill('{}') }, /proofs: must be a list of 1 to 128/],
    [{ proofs: [7] }, /proofs\[0\]: must be a text/],
    [{ proofs: ['x'.repeat(2 ** 20)] }, /proofs\[0\]: must be a text of at most/],
    [{ proofs: ['{}'], expect: { seed: 'x' } }, /expect: has a field/],
    [{ proofs: ['{}'], expect: { modulus: '0x' } }, /modulus: must be RSA-2048, or hex/],
    [{ proofs: ['{}'], expect: { modulus: 'toString' } }, /modulus: must be RSA-2048, or hex/],
    [{ proofs: ['{}'], expect: { modulus: '0x8' } }, /modulus/],
    [{ proofs: ['{}'], expect: { profile: 'chia' } }, /profile: must be powmod-v1 or tokamak/],
    [JSON.parse('{"proofs": ["{}"], "__proto__": {"x": 1}}'), /data: has a field/],
  ],
  powers: [
    [{ modulus: 'RSA-2048', terms: Array(257).fill(['0x1', '0x1']) }, /terms: must be a list of 1 to 256/],
    [{ modulus: 'RSA-2048', terms: [['0x1']] }, /terms\[0\]: must be a base and an exponent/],
    [{ modulus: 'RSA-2048', terms: [['0x1', `0x${'f'.repeat(2000)}`]] }, /terms\[0\]\[1\]: must be hex/],
    [{ modulus: '0x0', terms: [['0x1', '0x1']] }, /modulus: must be positive/],
  ],
  join: [[{ modulus: 'RSA-2048', parts: 0 }, /parts: must be a list/]],
  evaluate: [
    [{ modulus: 'RSA-2048', input: '0x3', iterations: 2 ** 39 }, /iterations: must be a whole number/],
    [{ modulus: 'RSA-2048', input: '0x3', iterations: '5' }, /iterations: must be a whole number/],
    [{ modulus: 'RSA-2048', input: 3, iterations: 5 }, /input: must be hex/],
    [{ modulus: 'RSA-2048', input: '0x0', iterations: 5 }, /input: must be from 1/],
    [{ modulus: hex(P * 2n ** 600n), input: '0x3', iterations: 5 }, /modulus/],
    [{ modulus: 'RSA-2048', input: '0x3', iterations: 5, memory: 2 ** 32 }, /data: has a field/],
  ],
  prove: [[{ modulus: 'RSA-2048', input: '0x3', iterations: 5, scheme: 'x' }, /scheme: must be wesolowski/]],
  constructor: [[{}, /name: is no kind of work/]],
};

test('a hostile job fails at once and for good, and a list with it', async (t) => {
  const fleet = await open(t);
  const { lists, delays } = fleet.queues;
  await fleet.work();
  for (const [name, cases] of Object.entries(HOSTILE))
    for (const [data, message] of cases) {
      const own = name === 'evaluate' || name === 'prove' ? delays : lists;
      const { id } = await own.add(name, data);
      await until(async () => /completed|failed|delayed/.test(await own.getJobState(id)));
      const { attemptsMade, failedReason = `${name} took ${JSON.stringify(data)}` } = await own.getJob(id);
      assert.match(failedReason, message);
      assert.equal(attemptsMade, 1, failedReason);
    }
  const misplaced = await lists.add('evaluate', { modulus: 'RSA-2048', input: '0x3', iterations: 5 });
  await until(async () => (await lists.getJobState(misplaced.id)) === 'failed');
  assert.match((await lists.getJob(misplaced.id)).failedReason, /name: is no kind of work of this queue/);
  assert.deepEqual(await fleet.connection.keys('powmod:checkpoint:*'), []);
  for (const own of [lists, delays])
    await until(async () => (await own.getFailed()).every(({ data }) => JSON.stringify(data) === '{}'));
  await allAreRight((await Promise.all(Object.values(kinds).map((add) => add(fleet.queues)))).flat(), fleet);
});

test('a list of powers says why it failed, and can be tried again', async (t) => {
  const fleet = await open(t);
  const { lists, flows } = fleet.queues;
  const [work] = await kinds.powers(fleet.queues);
  const parts = await lists.getWaiting();
  const { data, opts } = await lists.getJob(work.id);
  const [{ opts: partOpts }] = parts;
  await queue.remove(lists, work.id);
  // The same, but one of the parts fails.
  const children = parts.map((part, i) => ({
    name: 'powers',
    queueName: 'lists',
    data: i ? part.data : { ...part.data, terms: [['0x3', 'five']] },
    opts: { ...partOpts, parent: undefined },
  }));
  await flows.add({ name: 'join', queueName: 'lists', data, opts, children });
  await fleet.work();
  await until(async () => (await state(work)) === 'failed');
  assert.match((await lists.getJob(work.id)).failedReason, /^terms\[0\]\[1\]: must be hex/);
  last -= BigInt(parts.length * 256); // asks for the same
  const again = await kinds.powers(fleet.queues);
  assert.equal(again[0].id, work.id);
  await allAreRight(again, fleet);
  assert.deepEqual(await lists.getJobCounts('failed', 'waiting', 'active'), { failed: 0, waiting: 0, active: 0 });
});

test('a list of powers without one of its parts has no product', async (t) => {
  const fleet = await open(t);
  const { lists } = fleet.queues;
  const [work] = await kinds.powers(fleet.queues);
  const [part] = await lists.getWaiting();
  await part.remove();
  await fleet.work();
  await until(async () => /completed|failed/.test(await state(work)));
  assert.equal((await lists.getJob(work.id)).failedReason, 'parts: some are missing');
});

test('while its worker is dead, submit.mjs says so', async (t) => {
  const { redis, work } = await open(t);
  const worker = await work();
  const args = ['--modulus', hex(N), '--seed', 'nobody', '--iterations', `${2 ** 36}`, 'evaluate'];
  const env = { REDIS_URL: redis.url };
  const waiting = await start(process.execPath, [join(folder, 'submit.mjs'), ...args], env, /^active, 0\.\d+ %/m);
  t.after(() => waiting.end('SIGKILL'));
  await worker.end('SIGKILL');
  await until(() =>
    /^(active|waiting), 0\.\d+ % .+, unchanged for \d+ s, no worker is connected$/m.test(waiting.output),
  );
});

test('what is too large or malformed is refused before it is added', async (t) => {
  const fleet = await open(t);
  const { queues, connection } = fleet;
  const refuses = (promise, message) => assert.rejects(promise, ({ message: text }) => message.test(text));
  const term = ['0x3', '0x5'];
  await refuses(
    queue.addPowers(queues, { modulus: '0x3e9', terms: Array(2 ** 20 + 1).fill(term) }),
    /terms: .+ 1 to 1048576/,
  );
  await refuses(queue.addPowers(queues, { modulus: '0x3e9', terms: [] }), /terms: must be a list/);
  await refuses(queue.addPowers(queues, { modulus: '0x3e9' }), /terms: must be a list/);
  await refuses(
    queue.addPowers(queues, { modulus: '0x3e9', terms: [...Array(600).fill(term), ['0x3', 'five']] }),
    /terms\[600\]\[1\]: must be/,
  );
  await refuses(queue.addPowers(queues, { modulus: '0x3e9', terms: [term], secret: true }), /data: has a field/);
  await refuses(queue.addProofs(queues, [proof, 'x'.repeat(65_537)]), /proofs\[1\]: must be a text of at most/);
  await refuses(queue.addProofs(queues, []), /proofs: must be a list of at least 1/);
  await refuses(queue.addProofs(queues, [proof], { modulus: '197' }), /modulus: must be RSA-2048, or/);
  await refuses(
    queue.addEvaluation(queues, { modulus: 'RSA-2048', input: '0x3', iterations: 2 ** 39 }),
    /iterations: must be a whole number/,
  );
  await connection.config('SET', 'maxmemory', 2 ** 20);
  await refuses(queue.addProofs(queues, Array(20).fill('x'.repeat(65_536))), /Redis has too little memory/);
  assert.deepEqual(await connection.keys('bull:*:*-*'), []);
});

test('a delay that is removed ends at its next save, and its worker takes other jobs', async (t) => {
  const fleet = await open(t);
  const { redis, queues, connection } = fleet;
  const worker = await fleet.work();
  const [delay] = await kinds.evaluate(queues, 2 ** 36);
  await until(async () => (await state(delay)) === 'active');
  const jobs = (...args) =>
    run(process.execPath, [join(folder, 'jobs.mjs'), ...args], { env: { REDIS_URL: redis.url } });
  assert.match(await jobs(), new RegExp(`^delays active ${delay.id}: \\d+ of ${2 ** 36} squarings$`, 'm'));
  await jobs('remove', delay.id);
  assert.equal(await state(delay), 'unknown');
  assert.match(worker.output, /the job is cancelled/);
  assert.deepEqual(await connection.keys('powmod:checkpoint:*'), []);
  await assert.rejects(jobs('remove', delay.id), /is not in the queues/);
  await assert.rejects(jobs('remove'), /jobs\.mjs remove ID/);
  const works = await kinds.evaluate(queues, 1000);
  await allAreRight(works, fleet);
  assert.match(await jobs(), new RegExp(`^delays completed ${works[0].id}$`, 'm'));
  await jobs('clean');
  assert.equal(await jobs(), '');
  // Whoever can add a job gives it its name.
  await queues.lists.add('verify', { proofs: [] }, { jobId: 'a\u001b[2Jb' });
  assert.match(await jobs(), /^lists \w+ a\?\[2Jb/m);
});

test('a full Redis stops the fleet and loses nothing, and new work waits before it is full', async (t) => {
  const fleet = await open(t);
  const { connection } = fleet;
  const works = (await Promise.all(Object.values(kinds).map((add) => add(fleet.queues)))).flat();
  const worker = await fleet.work();
  await until(async () => (await Promise.all(works.map(state))).includes('active'));
  await connection.config('SET', 'maxmemory-policy', 'noeviction');
  await connection.config('SET', 'maxmemory', 2 ** 20);
  let isAdded = false;
  const added = kinds.evaluate(fleet.queues, 1000).then((more) => {
    isAdded = true;
    works.push(...more);
  });
  await until(() => worker.output.includes('OOM'));
  await sleep(1500);
  assert.ok(!isAdded, 'new work waits');
  await connection.config('SET', 'maxmemory', 0);
  await added;
  await allAreRight(works, fleet);
});

test('compose.yaml publishes no Redis without a password', { skip: process.platform === 'win32' }, async () => {
  const compose = readFileSync(join(root, 'crate/js/examples/fleet/compose.yaml'), 'utf8');
  // A shell reads `${…}` as Compose does.
  const filled = (env) => run('env', ['-i', ...env, 'sh', '-c', `cat <<END\n${compose}\nEND`], { cwd: root });
  for (const without of [[], ['REDIS_PASSWORD=']])
    await assert.rejects(filled(['REDIS_ADDRESS=10.0.0.1', ...without]), /REDIS_ADDRESS needs a REDIS_PASSWORD/);
  assert.match(await filled([]), /^ +ports: \['127\.0\.0\.1:6379:6379'\]$/m);
  const guarded = await filled(['REDIS_ADDRESS=10.0.0.1', 'REDIS_PASSWORD=secret']);
  for (const line of ['noeviction --requirepass secret', "['10.0.0.1:6379:6379']", "'redis://:secret@redis:6379'"])
    assert.ok(guarded.includes(line), guarded);
});

describe('the programs', () => {
  let redis;
  let home;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'powmod-fleet-'));
    redis = await startRedis();
  });
  after(async () => {
    await redis?.close();
    await rm(home, { recursive: true });
  });
  const program = (name, args, url = redis.url) =>
    run(process.execPath, [join(folder, `${name}.mjs`), ...args], {
      cwd: home,
      env: { REDIS_URL: url },
      timeout: PATIENCE,
    });
  const submit = (...args) => program('submit', args);

  test('submit.mjs prints results and failures, and finds work again', async (t) => {
    const worker = await startWorker(redis.url, '--cores', '1');
    t.after(() => worker.end('SIGKILL'));
    await writeFile(join(home, 'good.json'), proof);
    await writeFile(
      join(home, 'list.json'),
      JSON.stringify({
        modulus: '0x3E9',
        terms: [
          ['0x2', '0x7'],
          ['0x3', '0x5'],
        ],
      }),
    );
    assert.equal(await submit('verify', 'good.json', 'good.json'), 'good.json: valid\n'.repeat(2));
    await assert.rejects(submit('--modulus', hex(N), 'verify', 'good.json', 'list.json'), (error) => {
      assert.match(error.message, /good\.json: invalid\nlist\.json: malformed, \w+ .+\n/);
      return true;
    });
    const product = await submit('powers', 'list.json');
    assert.equal(product, `${hex((2n ** 7n * 3n ** 5n) % 1001n)}\n`);
    assert.equal(await submit('powers', 'list.json'), product);
    // A tally of more terms than one call of the package takes in a part.
    const terms = Array.from({ length: 65_537 }, () => ['0x2', '0x1']);
    await writeFile(join(home, 'tally.json'), JSON.stringify({ modulus: '0x3e9', terms }));
    assert.equal(await submit('powers', 'tally.json'), `${hex(bigintModPow(2n, 65_537n, 1001n))}\n`);
    const delay = ['--modulus', hex(N), '--seed', 'fleet', '--iterations'];
    const made = JSON.parse(await submit('--scheme', 'wesolowski', ...delay, '1000', 'prove'));
    assert.ok(verify(made, N));
    const { output } = JSON.parse(await submit(...delay, '1000', 'evaluate'));
    assert.equal(output, powerOfTwo(BigInt(made.input), 1000));
    // The same seed as bytes in hex, as the command line takes it.
    const inHex = `0x${Buffer.from('fleet').toString('hex')}`;
    const again = await submit('--modulus', hex(N), '--seed', inHex, '--iterations', '1000', 'evaluate');
    assert.equal(JSON.parse(again).output, output);
    await assert.rejects(
      submit('--modulus', hex(N), '--seed', '0x123', '--iterations', '5', 'evaluate'),
      /--seed: must have/,
    );
    await assert.rejects(submit(...delay, '0', 'evaluate'), /iterations: must be a whole number/);
    await assert.rejects(submit(), /say what to do/);
    await assert.rejects(submit(...delay, '5', 'prove'), /--scheme: is missing/);
  });

  test('a file that is too long is malformed, and the others have their verdicts', async (t) => {
    const worker = await startWorker(redis.url, '--cores', '1');
    t.after(() => worker.end('SIGKILL'));
    await writeFile(join(home, 'good.json'), proof);
    await writeFile(join(home, 'huge.json'), ' '.repeat(65_537));
    const { input } = JSON.parse(proof);
    await assert.rejects(submit('verify', 'huge.json', 'good.json'), ({ message }) => {
      assert.match(message, /huge\.json: malformed, file has more than 65536 characters\ngood\.json: valid\n/);
      return true;
    });
    assert.equal(await submit('--modulus', 'RSA-2048', 'verify', 'good.json'), 'good.json: valid\n', input);
    const task = ['--modulus', hex(N), '--seed', 'fleet', '--iterations', '1000'];
    const weak = await submit('--scheme', 'pietrzak', ...task, 'prove');
    await writeFile(join(home, 'made.json'), weak);
    await assert.rejects(submit('--modulus', hex(N), '--seed', 'other', 'verify', 'made.json'), /made\.json: invalid/);
    assert.equal(await submit(...task, 'verify', 'made.json'), 'made.json: valid\n');
  });

  test('of the two outputs that tokamak proves for one task, submit.mjs takes neither unasked', async (t) => {
    const worker = await startWorker(redis.url, '--cores', '1');
    t.after(() => worker.end('SIGKILL'));
    const vectors = (name) => JSON.parse(readFileSync(join(root, `tests/vectors/proofs/${name}.json`), 'utf8'));
    const rows = vectors('tokamak-signs').filter(({ valid }) => valid);
    const { proof: negative } = rows.find(({ signs: [ofOutput] }) => ofOutput < 0);
    const { proof: positive } = rows.find(
      ({ signs: [ofOutput], proof }) => ofOutput > 0 && proof.iterations === negative.iterations,
    );
    assert.equal(positive.input, negative.input);
    const proofs = { 'y.json': positive, 'other.json': negative, 'good.json': vectors('pietrzak-1027')[0] };
    for (const [name, one] of Object.entries(proofs)) await writeFile(join(home, name), JSON.stringify(one));
    const answers = async (...args) => {
      const printed = await submit(...args, 'verify', ...Object.keys(proofs)).catch(({ message }) => message);
      return printed.split('\n').filter((line) => /^\w+\.json: /.test(line));
    };
    const refused = 'invalid, tokamak proves an output only up to sign, expect that profile to take it';
    assert.deepEqual(await answers(), [`y.json: ${refused}`, `other.json: ${refused}`, 'good.json: valid']);
    const [y, z] = [positive.output, negative.output].map(BigInt);
    assert.equal(y + z, BigInt(positive.modulus));
    const upToSign = `valid up to sign, for ${hex(y < z ? y : z)}`;
    const named = await answers('--profile', 'tokamak');
    assert.deepEqual(named, [`y.json: ${upToSign}`, `other.json: ${upToSign}`, 'good.json: invalid']);
    const other = await answers('--profile', 'powmod-v1');
    assert.deepEqual(other, ['y.json: invalid', 'other.json: invalid', 'good.json: valid']);
  });

  test('without a worker, submit.mjs says so', async (t) => {
    const args = ['--modulus', 'RSA-2048', '--seed', 'nobody', '--iterations', '1000', 'evaluate'];
    const env = { REDIS_URL: redis.url };
    const waiting = await start(process.execPath, [join(folder, 'submit.mjs'), ...args], env, /^waiting, 0\.0 %/m);
    t.after(() => waiting.end('SIGKILL'));
    await until(() => /^waiting, .+no worker is connected$/m.test(waiting.output));
    assert.match(waiting.output, /^evaluate-\S+$/m);
  });

  test('wrong options end with one line', async () => {
    await writeFile(join(home, 'odd.json'), '{ "modulus": "0x3e9", "terms": [["0x3", "0x5"]], "secret": true }');
    const delay = ['--seed', 'x', '--iterations', '5', 'evaluate'];
    for (const [name, args, message] of [
      ['worker', ['--cores', 'abc'], /--cores: must be a whole number from 1/],
      ['worker', ['--cores', '0'], /--cores: must be/],
      ['worker', ['--cores=-1'], /--cores: must be/],
      ['worker', ['--save', 'x'], /--save: must be a number/],
      ['worker', ['--lock', '0'], /--lock: must be/],
      ['worker', ['--nonsense'], /--nonsense/],
      ['monitor', ['--port', '65536'], /--port: must be a whole number from 0 to 65535/],
      ['submit', ['verify'], /verify: takes files/],
      ['submit', ['powers'], /powers: takes one file/],
      ['submit', ['powers', 'odd.json'], /odd\.json: data: has a field that is not one of modulus,terms/],
      ['submit', ['--profile', 'chia', 'verify', 'good.json'], /profile: must be powmod-v1 or tokamak/],
      ['submit', ['--profile', 'tokamak', '--modulus', 'RSA-2048', ...delay], /--profile: is no option of evaluate/],
      ['submit', ['--scheme', 'wesolowski', 'verify', 'a.json'], /--scheme: is no option of verify/],
      ['submit', ['--modulus', 'RSA-2047', ...delay], /modulus: must be RSA-2048, or hex/],
      ['submit', ['--modulus', '197', ...delay], /modulus: must be RSA-2048, or hex/],
      ['submit', ['--modulus', '0xG5', ...delay], /modulus: must be RSA-2048, or hex/],
      ['submit', ['--modulus', '0xc5', ...delay.with(3, '5e')], /--iterations: must be a whole number/],
      ['jobs', ['nonsense'], /jobs\.mjs remove ID/],
    ])
      await assert.rejects(program(name, args), (error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /^ +at /m, `${name} ${args}`);
        return true;
      });
    for (const name of ['worker', 'monitor', 'submit', 'jobs'])
      assert.match(await program(name, ['--help']), new RegExp(`^node ${name}\\.mjs `));
  });

  test('without the password of Redis each program ends, and none prints one', async (t) => {
    const port = await freePort();
    const guarded = await startRedis({ port, password: 'long-and-secret' });
    t.after(() => guarded.close());
    const right = `redis://:long-and-secret@127.0.0.1:${port}`;
    for (const wrong of [right.replace('secret', 'wrong'), right.replace(/:long.*@/, '')])
      for (const [name, ...args] of [['worker', '--cores', '1'], ['monitor', '--port', '0'], ['jobs']])
        await assert.rejects(program(name, args, wrong), ({ message }) => {
          assert.match(message, new RegExp(`^Redis at 127\\.0\\.0\\.1:${port}: (WRONGPASS|NOAUTH)`, 'm'));
          assert.doesNotMatch(message, /long-and|^ +at /m);
          return true;
        });
    for (const wrong of [right.replace(port, 'port'), right.replace('redis:', 'http:')])
      await assert.rejects(program('jobs', [], wrong), ({ message }) => {
        assert.match(message, /REDIS_URL: must be redis:/);
        assert.doesNotMatch(message, /long-and|^ +at /m);
        return true;
      });
    const worker = await startWorker(right, '--cores', '1');
    const args = [join(folder, 'monitor.mjs'), '--port', '0'];
    const monitor = await start(process.execPath, args, { REDIS_URL: right }, /metrics$/m);
    await guarded.end();
    for (const one of [worker, monitor]) await until(() => one.output.includes('ECONNREFUSED'));
    const [address] = /http:\S+/.exec(monitor.output);
    assert.equal((await fetch(address)).status, 503);
    await sleep(3000);
    for (const one of [worker, monitor]) {
      await one.end('SIGKILL');
      assert.doesNotMatch(one.output, /long-and|^ +at /m);
      assert.ok(one.output.split('\n').length < 12, `each line once:\n${one.output}`);
    }
  });

  test('monitor.mjs counts jobs, each metric in one piece', async (t) => {
    const monitor = await start(
      process.execPath,
      [join(folder, 'monitor.mjs'), '--port', '0'],
      { REDIS_URL: redis.url },
      /metrics$/m,
    );
    t.after(() => monitor.end('SIGKILL'));
    const [address] = /http:\/\/127\.0\.0\.1:\S+/.exec(monitor.output);
    const text = await (await fetch(address)).text();
    assert.match(text, /^bullmq_job_completed_total\{queue="lists"\} [1-9]/m);
    const names = text
      .trim()
      .split('\n')
      .map((line) => /bullmq_\w+/.exec(line)[0]);
    assert.equal(names.filter((name, i) => name !== names[i - 1]).length, new Set(names).size);
    assert.equal(text.match(/^# TYPE/gm).length, new Set(names).size);
    assert.equal((await fetch(new URL('/', address))).status, 404);
  });
});
