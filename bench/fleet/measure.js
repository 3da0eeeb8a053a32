// Times the workers of crate/js/examples/fleet, in turn with the same verification without a queue. bench/fleet/run.mjs runs
// it in Node; the workers run in the same Node.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { addProofs, PROOFS_PER_JOB } from '../../crate/js/examples/fleet/queue.mjs';
import { openQueue, startRedis, startWorker } from '../../workshop/fleet.mjs';
import { timeInTurn } from '../../workshop/timing.js';

const EXAMPLE = fileURLToPath(new URL('../../crate/js/examples/fleet', import.meta.url));
const EXPECT = { modulus: 'RSA-2048' };
/** Different proofs, because the search for a proof's prime takes a random time. */
const PROOFS = 128;
const SIZES = [1, PROOFS_PER_JOB];

/**
 * @param {{ rounds: number, sampleMs: number, warmMs: number }} timing
 * @returns a row for each number of workers (0 is no queue) and of proofs in a job: the time of a proof, and that of Redis's
 *   processor for a job
 */
export default async function measureFleets({ rounds, ...timing }) {
  const proofs = await makeProofs();
  const pm = await init();
  /** By the case, the samples of Redis's processor. */
  const samples = {};
  const fleets = [];
  try {
    for (const count of [1, 2]) fleets.push(await startFleet(count, proofs, samples));
    const cases = [...SIZES.map((size) => alone(pm, proofs, size)), ...fleets.flatMap(({ cases }) => cases)];
    const timings = await timeInTurn(cases, { rounds, ...timing });
    const rows = Object.entries(timings).map(([name, timing]) => {
      const [workers, perJob] = name.split('/').map(Number);
      const sorted = samples[name]?.slice(-rounds).sort((a, b) => a - b); // the earlier ones chose the number of proofs
      const redis = sorted && { "Redis's processor, a job": { min: sorted[0], median: sorted[sorted.length >> 1] } };
      return { workers, perJob, timings: { 'a proof': timing, ...redis } };
    });
    return { kernel: pm.kernel, rows };
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.close()));
  }
}

/** What a worker does with the proofs of its jobs. */
function alone(pm, proofs, perJob) {
  return {
    name: `0/${perJob}`,
    run(times) {
      for (let i = 0; i < times; i += perJob) {
        const job = some(proofs, i, Math.min(perJob, times - i));
        const verdicts = pm.verifyBatch(job, { batch: true, expect: EXPECT });
        if (!verdicts.every((verdict) => verdict === true)) throw new Error('powmod refuses a valid proof');
      }
    },
  };
}

/** Workers with a Redis of their own. They only wait while other cases run. */
async function startFleet(count, proofs, samples) {
  const redis = await startRedis();
  const queue = openQueue('proofs', redis.url);
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(EXAMPLE, redis.url, ['proofs'])));
  const cases = SIZES.map((perJob) => {
    const name = `${count}/${perJob}`;
    samples[name] = [];
    return {
      name,
      async milliseconds(times) {
        const before = await redis.processorTime();
        await queue.pause();
        const jobs = await addProofs(queue, some(proofs, 0, times), EXPECT, { perJob });
        await queue.resume();
        await allCompleted(queue, jobs.length);
        samples[name].push(((await redis.processorTime()) - before) / jobs.length);
        const ms = await duration(queue);
        await queue.obliterate();
        return ms;
      },
    };
  });
  return {
    cases,
    async close() {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
      await queue.close();
      await redis.close();
    },
  };
}

async function allCompleted(queue, count) {
  for (;;) {
    const { completed, failed } = await queue.getJobCounts('completed', 'failed');
    if (failed) throw new Error('a job failed');
    if (completed === count) return;
    await sleep(20);
  }
}

/** The milliseconds from the start of the first job to the end of the last, by the jobs' own stamps. */
async function duration(queue) {
  const first = await queue.getJobs(['completed'], 0, 1, true);
  const [last] = await queue.getJobs(['completed'], 0, 0);
  return last.finishedOn - Math.min(...first.map(({ processedOn }) => processedOn));
}

const some = (proofs, from, count) => Array.from({ length: count }, (_, i) => proofs[(from + i) % PROOFS]);

/** The JSON texts of valid proofs. */
async function makeProofs() {
  const pool = await createPool();
  const made = await Promise.all(
    Array.from({ length: PROOFS }, (_, i) =>
      pool.prove({ scheme: 'wesolowski', modulus: 'RSA-2048', input: BigInt(i + 2), iterations: 1000 }),
    ),
  );
  await pool.close();
  return made.map((proof) => JSON.stringify(proof));
}
