// node worker.mjs [--cores N] [--save SECONDS] [--lock SECONDS]: works for the fleet, on each core of this machine. It
// may be killed at any time: others go on with its jobs.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { MetricsTime, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { createPool } from 'powmod/pool';
import { checkpointsIn } from './checkpoints.mjs';
import { connect } from './queue.mjs';
import { LIMITS, read } from './tasks.mjs';

const { values: given } = parseArgs({
  options: {
    cores: { type: 'string', default: `${availableParallelism()}` },
    save: { type: 'string', default: '2' }, // between two checkpoints
    lock: { type: 'string', default: '30' }, // after which others may take the jobs of a worker that is silent
  },
});
const [cores, saveMs, lockMs] = [Number(given.cores), 1000 * given.save, 1000 * given.lock];

/** The most bytes of a checkpoint that are for the proof: more make proving a little faster. */
const MEMORY = 2 ** 20;

/** Why a job is cancelled. */
const STOPPED = 'the worker stops';
const LOST = 'another worker has the job';

const redis = connect();
const checkpoints = checkpointsIn(redis);
const hex = (z) => `0x${z.toString(16)}`;

/** For each kind of job: does it, and gives its result. */
const work = {
  async verify({ pool, job }) {
    const { proofs, expect } = read.verify(job.data);
    const verdicts = await pool.verifyAll(proofs, { batch: true, expect });
    return verdicts.map((verdict) =>
      verdict instanceof Error ? { field: verdict.field, reason: verdict.reason } : { valid: verdict },
    );
  },
  async powers({ pool, job }) {
    const { modulus, terms } = read.powers(job.data);
    return hex(await pool.modMultiPow(terms, modulus));
  },
  async join({ pool, job }) {
    const { modulus, factors } = read.join(job.data, Object.values(await job.getChildrenValues()));
    const terms = factors.map((factor) => [factor, 1n]);
    return hex(await pool.modMultiPow(terms, modulus));
  },
  async evaluate(context) {
    const { output } = await evaluate(context, { ...read.evaluate(context.job.data), memory: 0 });
    return { output: hex(output) };
  },
  async prove(context) {
    const task = read.prove(context.job.data);
    const evaluation = await evaluate(context, { ...task, memory: MEMORY });
    return context.pool.prove({ ...task, evaluation }, { signal: context.signal });
  },
};

/** Goes on from the last checkpoint, and saves new ones. */
async function evaluate({ pool, job, signal, cancel }, task) {
  let progress = { done: 0, perSecond: 0 };
  let latest;
  let due = 0;
  async function save() {
    due = performance.now() + saveMs;
    if (!(await checkpoints.save(job, latest, progress))) cancel(LOST);
  }
  if (!(await checkpoints.claim(job))) throw new WaitingError();
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
        if (performance.now() >= due) return save().catch((error) => console.error(`${job.id}: ${error.message}`));
      },
    });
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

/** The result of a job stays for a day. What was asked for may be a hundred times as long, and goes at once. */
async function tidy(job) {
  await checkpoints.remove(job);
  if (job.name === 'verify') await job.updateData({});
}

/** A thread that takes jobs from one queue. */
async function start(queue) {
  const pool = await createPool({ workers: 1, maxBits: LIMITS.bits });
  const worker = new Worker(
    queue,
    async (job, token, signal) => {
      if (!Object.hasOwn(work, job.name)) throw new UnrecoverableError('name: is no kind of work');
      try {
        return await work[job.name]({ pool, job, signal, cancel: (reason) => worker.cancelJob(job.id, reason) });
      } catch (error) {
        if (!signal.aborted) throw isForGood(error) ? new UnrecoverableError(error.message) : error;
        console.error(`${job.id}: ${signal.reason}`);
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
  worker.on('error', (error) => console.error(`${queue}: ${error.message}`));
  worker.on('failed', (job, error) => console.error(`${job?.id}: ${error.message}`));
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, LOST);
  });
  worker.on('completed', (job) => tidy(job).catch((error) => console.error(`${job.id}: ${error.message}`)));
  await worker.waitUntilReady();
  return { worker, pool };
}

const threads = [];
for (let core = 0; core < cores; core++) threads.push(await start('lists'), await start('delays'));
console.log(`ready: ${cores} cores`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    const closed = threads.map(({ worker }) => worker.close()); // first, so that they take no other job
    for (const { worker } of threads) worker.cancelAllJobs(STOPPED);
    await Promise.all(closed);
    await Promise.all(threads.map(({ pool }) => pool.close()));
    redis.disconnect();
  });
