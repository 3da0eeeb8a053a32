// The two queues of the fleet, and how jobs get into them. A job is JSON: its big numbers are hex after 0x.
import { Queue, QueueEvents } from 'bullmq';

export const connection = { url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' };

/** The queue has the same work for a job of one proof as for a job of many. README.md has figures. */
export const PROOFS_PER_JOB = 32;

const defaultJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: { age: 24 * 3600, count: 10_000 },
  removeOnFail: { age: 7 * 24 * 3600 },
};

/** A worker takes from both queues at once, so that a proof never waits for an evaluation. */
export function openQueues() {
  return {
    proofs: new Queue('proofs', { connection, defaultJobOptions }),
    evaluations: new Queue('evaluations', { connection, defaultJobOptions }),
  };
}

/** The events of a queue: the jobs' progress and their ends. */
export async function openEvents(queue) {
  const events = new QueueEvents(queue.name, { connection });
  await events.waitUntilReady();
  return events;
}

/**
 * @param {Queue} queue
 * @param {(object | string)[]} proofs proof files, or their JSON text
 * @param {{ modulus: string, iterations?: number }} expect a group's name or hex; see `verify`
 * @param {{ priority?: number, perJob?: number }} [options] of two priorities, the lower goes first; none goes before all
 * @returns the jobs. The result of a job has a verdict for each of its proofs, in order
 */
export function addProofs(queue, proofs, expect, { priority, perJob = PROOFS_PER_JOB } = {}) {
  const jobs = [];
  for (let i = 0; i < proofs.length; i += perJob)
    jobs.push({ name: 'verify', data: { proofs: proofs.slice(i, i + perJob), expect }, opts: { priority } });
  return queue.addBulk(jobs);
}

/**
 * @param {Queue} queue
 * @param {{ modulus: string, input: string, iterations: number, prove?: 'wesolowski' | 'pietrzak' }} task
 * @param {{ priority?: number }} [options] as above
 * @returns the job. Its result has the `output`, and with `prove` the `proof`
 */
export function addEvaluation(queue, task, { priority } = {}) {
  return queue.add('evaluate', task, { priority });
}
