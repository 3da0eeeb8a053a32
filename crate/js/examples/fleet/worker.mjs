// Works for the fleet, on each core of this machine. It may be killed at any time: others go on with its jobs.
import { availableParallelism } from 'node:os';
import { MetricsTime, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { createPool } from 'powmod/pool';
import { readProof } from 'powmod/verify';
import { checkpointsIn, IS_CANCELLED, LOST } from './checkpoints.mjs';
import { complain, number, printable, readOptions } from './program.mjs';
import { connect, openQueues } from './queue.mjs';
import { LIMITS, read } from './tasks.mjs';

const USAGE = `node worker.mjs [--cores N] [--save SECONDS] [--lock SECONDS]
  --cores  on how many cores it works; all by default
  --save   between two checkpoints of a delay; 2 by default
  --lock   after which others may take the jobs of a worker that is silent; 30 by default`;

const { given } = readOptions(USAGE, { cores: `${availableParallelism()}`, save: '2', lock: '30' });
const cores = number(given, 'cores', { least: 1, most: 1024 });
const saveMs = 1000 * number(given, 'save', { least: 0.1, most: 24 * 3600, isWhole: false });
const lockMs = 1000 * number(given, 'lock', { least: 1, most: 24 * 3600, isWhole: false });

/** The most bytes of a checkpoint that are for the proof: more make proving a little faster. */
const MEMORY = 2 ** 20;

/** Why a worker drops a job; or LOST, or IS_CANCELLED. */
const STOPPED = 'the worker stops';

const redis = connect();
const queues = openQueues(redis);
const checkpoints = checkpointsIn(queues);
const hex = (z) => `0x${z.toString(16)}`;

/**
 * The result for a well-formed proof. One of tokamak proves its output only up to sign, so it is valid for those alone
 * who name that profile. What it proves is the element, the smaller of y and N − y.
 */
function about(text, valid, expect) {
  const { profile, modulus, output } = readProof(text);
  if (profile !== 'tokamak') return { valid };
  if (expect.profile === undefined)
    return { valid, reason: 'tokamak proves an output only up to sign, expect that profile to take it' };
  return { valid, ...(valid && { element: hex(output < modulus - output ? output : modulus - output) }) };
}

/** For each queue and kind of job: does it, and gives its result. */
const work = {
  lists: {
    async verify({ pool, job }) {
      const { proofs, expect } = read.verify(job.data);
      const verdicts = await pool.verifyAll(proofs, { batch: true, expect });
      return verdicts.map((verdict, i) =>
        verdict instanceof Error ? { field: verdict.field, reason: verdict.reason } : about(proofs[i], verdict, expect),
      );
    },
    async powers({ pool, job }) {
      const { modulus, terms } = read.powers(job.data);
      return hex(await pool.modMultiPow(terms, modulus));
    },
    async join({ pool, job }) {
      const [failure] = Object.values(await job.getIgnoredChildrenFailures());
      if (failure !== undefined) {
        await job.removeUnprocessedChildren();
        throw new UnrecoverableError(failure);
      }
      const { modulus, factors } = read.join(job.data, Object.values(await job.getChildrenValues()));
      const terms = factors.map((factor) => [factor, 1n]);
      return hex(await pool.modMultiPow(terms, modulus));
    },
  },
  delays: {
    async evaluate(context) {
      const { output } = await evaluate(context, { ...read.evaluate(context.job.data), memory: 0 });
      return { output: hex(output) };
    },
    async prove(context) {
      const task = read.prove(context.job.data);
      const evaluation = await evaluate(context, { ...task, memory: MEMORY });
      return context.pool.prove({ ...task, evaluation }, { signal: context.signal });
    },
  },
};

/** Goes on from the last checkpoint, and saves new ones. */
async function evaluate({ pool, job, signal, cancel }, task) {
  const refused = await checkpoints.claim(job);
  if (refused) throw refused === IS_CANCELLED ? new UnrecoverableError(refused) : new WaitingError();
  let progress = await checkpoints.progress(job);
  let latest;
  let due = 0;
  async function save() {
    due = performance.now() + saveMs;
    const reason = await checkpoints.save(job, latest, progress);
    if (reason) cancel(reason);
  }
  try {
    const evaluation = await pool.evaluate(task, {
      signal,
      checkpoint: await checkpoints.load(job),
      onProgress: (report) => {
        progress = report;
      },
      onCheckpoint: (bytes) => {
        latest = bytes;
        // Without a save, as while Redis is full, the delay goes on.
        if (performance.now() >= due)
          return save().catch((error) => console.error(printable(`${job.id}: ${error.message}`)));
      },
    });
    progress = { ...progress, done: task.iterations };
    await save();
    return evaluation;
  } catch (error) {
    if (error.code === 'ERR_CHECKPOINT') await checkpoints.forget(job);
    if (signal.aborted && signal.reason === STOPPED && latest) await save();
    throw error;
  }
}

/** A failure that another attempt would repeat: an argument that powmod refuses. */
const isForGood = (error) => error instanceof TypeError || error instanceof RangeError;

/**
 * A job leaves its result for a day, or its refusal for a week. Its data may be a hundred times as long, and goes at
 * once.
 */
async function tidy(job, refusal) {
  await checkpoints.remove(job);
  const isKept = job.opts.removeOnFail !== true && refusal?.message !== IS_CANCELLED;
  if (refusal ? isKept : job.name === 'verify') await job.updateData({});
}

/** A thread that takes jobs from one queue. */
async function start(queue) {
  const pool = await createPool({ workers: 1, maxBits: LIMITS.bits });
  const worker = new Worker(
    queue,
    async (job, token, signal) => {
      if (!Object.hasOwn(work[queue], job.name)) throw new UnrecoverableError('name: is no kind of work of this queue');
      try {
        return await work[queue][job.name]({ pool, job, signal, cancel: (reason) => worker.cancelJob(job.id, reason) });
      } catch (error) {
        if (!signal.aborted) throw isForGood(error) ? new UnrecoverableError(error.message) : error;
        console.error(printable(`${job.id}: ${signal.reason}`));
        if (signal.reason === IS_CANCELLED) throw new UnrecoverableError(IS_CANCELLED);
        if (signal.reason === STOPPED) await job.moveToWait(token);
        throw new WaitingError(); // tells BullMQ that this worker no longer has the job
      }
    },
    {
      connection: redis,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: 100, // a long delay may lose many workers; a job that kills them all ends too
      metrics: { maxDataPoints: MetricsTime.ONE_HOUR },
    },
  );
  const tidied = (job, refusal) =>
    tidy(job, refusal).catch((error) => console.error(printable(`${job.id}: ${error.message}`)));
  worker.on('error', (error) => complain(`${queue}: ${error.message}`));
  worker.on('failed', (job, error) => {
    console.error(printable(`${job?.id}: ${error.message}`));
    if (error instanceof UnrecoverableError) tidied(job, error); // else it is tried again, or may be
  });
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, LOST);
  });
  worker.on('completed', (job) => tidied(job));
  await worker.waitUntilReady();
  return { worker, pool };
}

const threads = [];
for (let core = 0; core < cores; core++) threads.push(await start('lists'), await start('delays'));
console.log(`ready: ${cores} ${cores === 1 ? 'core' : 'cores'}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    const closed = threads.map(({ worker }) => worker.close()); // first, so that they take no other job
    for (const { worker } of threads) worker.cancelAllJobs(STOPPED);
    await Promise.all(closed);
    await Promise.all(threads.map(({ pool }) => pool.close()));
    await queues.close();
    redis.disconnect();
  });
