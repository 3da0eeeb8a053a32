// A worker process: node worker.mjs [--save SECONDS] [--lock SECONDS] [proofs | evaluations]
// It takes jobs from both queues, or from the named one. Start one for each core, on as many machines as you like.
import { parseArgs } from 'node:util';
import { UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { connection } from './queue.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'string', default: '10' }, // the seconds between two checkpoints of an evaluation
    lock: { type: 'string', default: '30' }, // the seconds after which others may take the jobs of a dead process
  },
});
const [saveMs, lockMs] = [values.save, values.lock].map((seconds) => 1000 * Number(seconds));

/** The most bytes that an evaluation keeps for its proof. They are in each checkpoint, so they all go to Redis. */
const MEMORY = 2 ** 20;

/** The reasons why a job is cancelled. */
const STOPPED = 'the worker stops';
const LOCK_LOST = 'another worker may have the job';

const pm = await init();
const pool = await createPool({ workers: 1 }); // its thread evaluates; this thread verifies and renews the locks

const integer = (text) => (text.startsWith('0x') ? BigInt(text) : text);

/** The verdicts. A malformed proof has one too: it is no failure of the job, so it is not tried again. */
function verify({ data: { proofs, expect } }) {
  return pm
    .verifyBatch(proofs, { batch: true, expect: { ...expect, modulus: integer(expect.modulus) } })
    .map((verdict) =>
      verdict instanceof Error ? { field: verdict.field, reason: verdict.reason } : { valid: verdict },
    );
}

async function evaluate(job, token, signal) {
  const { modulus, input, iterations, prove: scheme } = job.data;
  const statement = { modulus: integer(modulus), input: integer(input), iterations };
  let { checkpoint } = job.data;
  // Of an object, `Buffer.from` would take the length, whatever it is.
  if (checkpoint !== undefined && typeof checkpoint !== 'string') throw new TypeError('checkpoint: must be base64');
  checkpoint &&= Buffer.from(checkpoint, 'base64');
  let progress;
  let nextSave = 0;
  const save = async () => {
    nextSave = performance.now() + saveMs;
    await job.updateData({ ...job.data, checkpoint: Buffer.from(checkpoint).toString('base64') });
    if (progress) await job.updateProgress(progress);
  };
  try {
    const evaluation = await pool.evaluate(
      { ...statement, scheme, memory: scheme ? MEMORY : 0 },
      {
        signal,
        checkpoint,
        onProgress: (latest) => {
          progress = latest;
        },
        onCheckpoint: (latest) => {
          checkpoint = latest;
          if (performance.now() >= nextSave) return save();
        },
      },
    );
    await save();
    const output = `0x${evaluation.output.toString(16)}`;
    return scheme ? { output, proof: await pool.prove({ ...statement, scheme, evaluation }, { signal }) } : { output };
  } catch (error) {
    if (!signal.aborted) throw error;
    if (signal.reason === STOPPED) {
      if (checkpoint) await save();
      await job.moveToWait(token);
    }
    throw new WaitingError(); // tells BullMQ that this worker no longer has the job
  }
}

/** A job with a wrong argument fails at once. Any other error may be of this process or machine: the job is retried. */
const attempt = (work) => async (job, token, signal) => {
  try {
    return await work(job, token, signal);
  } catch (error) {
    const isHopeless =
      [TypeError, RangeError, SyntaxError].some((type) => error instanceof type) || error.code === 'ERR_CHECKPOINT';
    throw isHopeless ? new UnrecoverableError(error.message) : error;
  }
};

const workers = Object.entries({ proofs: verify, evaluations: evaluate })
  .filter(([queue]) => !positionals.length || positionals.includes(queue))
  .map(([queue, work]) => {
    // An evaluation outlives many processes: each of them may be killed. A job that kills them all ends too.
    const options = { connection, lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 100 };
    const worker = new Worker(queue, attempt(work), options);
    worker.on('error', (error) => console.error(`${queue}: ${error.message}`));
    worker.on('failed', (job, error) => console.error(`${queue} ${job?.id}: ${error.message}`));
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) worker.cancelJob(id, LOCK_LOST);
    });
    return worker;
  });
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
console.log('ready');

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    const closed = workers.map((worker) => worker.close()); // first, so that they take no other job
    for (const worker of workers) worker.cancelAllJobs(STOPPED);
    await Promise.all(closed);
    await pool.close();
  });
