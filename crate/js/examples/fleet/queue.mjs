// The fleet's two queues, and how work gets in. A job is JSON; its numbers are hex after 0x. Its id is a hash of what
// it asks for: work that is submitted twice is done once.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowProducer, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { readProof } from 'powmod/verify';
import { LIMITS } from './tasks.mjs';

const DAY = 24 * 3600;

/** A failure of a machine is tried again, nine times in a quarter of an hour; a refused task is not. */
const options = {
  attempts: 10,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: { age: DAY },
  removeOnFail: { age: 7 * DAY },
};

/** One connection, which outlives restarts of Redis. `REDIS_URL` names another machine's Redis. */
export function connect(url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379') {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, 2000) });
  return redis.on('error', (error) => console.error(`Redis at ${url}: ${error.message || error.code}`));
}

/** Lists take seconds and delays hours, so each has a queue: a list never waits for a delay. */
export function openQueues(redis) {
  const [lists, delays] = ['lists', 'delays'].map(
    (name) => new Queue(name, { connection: redis, defaultJobOptions: options }),
  );
  const flows = new FlowProducer({ connection: redis });
  return { redis, lists, delays, flows, close: () => Promise.all([lists, delays, flows].map((one) => one.close())) };
}

const idOf = (kind, data) => `${kind}-${createHash('sha256').update(JSON.stringify(data)).digest('base64url')}`;

/** Waits while Redis is three quarters full: in a full Redis no worker could finish a job, and so make room. */
async function room(redis) {
  for (;;) {
    const info = await redis.info('memory');
    const bytes = (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)[1]);
    if (!bytes('maxmemory') || bytes('used_memory') < 0.75 * bytes('maxmemory')) return;
    console.error('Redis is three quarters full: new work waits');
    await sleep(1000);
  }
}

/** Adds a job that the queue does not have, and tries again one that failed. Gives its id. */
async function addOnce(redis, queue, kind, data, add) {
  const id = idOf(kind, data);
  const known = await queue.getJob(id);
  if (await known?.isFailed()) await known.retry();
  if (!known) {
    await room(redis);
    await add(id);
  }
  return id;
}

const addJob = (redis, queue, kind, data) =>
  addOnce(redis, queue, kind, data, (jobId) => queue.add(kind, data, { jobId }));

const parts = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/**
 * Jobs for any number of proofs. Those of one modulus come together, because they share squarings.
 *
 * @param {string[]} proofs the texts of proof files
 * @param {{ modulus?: string, iterations?: number }} [expect] what all of them must state
 * @returns {Promise<{ id: string, places: number[] }[]>} the jobs. A job's result has the verdict on each of its
 *   proofs, which stand at these places of the list
 */
export async function addProofs({ redis, lists }, proofs, expect) {
  const byModulus = new Map();
  for (const [place, text] of proofs.entries()) {
    const modulus = modulusOf(text);
    byModulus.set(modulus, [...(byModulus.get(modulus) ?? []), place]);
  }
  const jobs = [];
  for (const group of byModulus.values())
    for (const places of parts(group, LIMITS.proofs)) {
      const data = { proofs: places.map((place) => proofs[place]), expect };
      jobs.push({ id: await addJob(redis, lists, 'verify', data), places });
    }
  return jobs;
}

function modulusOf(text) {
  try {
    return readProof(text).modulus;
  } catch {
    return undefined; // a worker says what is wrong with it
  }
}

/** @param {{ modulus: string, input: string, iterations: number }} task its result is { output } */
export const addEvaluation = ({ redis, delays }, task) => addJob(redis, delays, 'evaluate', task);

/** @param {{ modulus: string, input: string, iterations: number, scheme: string }} task its result is a proof file */
export const addProving = ({ redis, delays }, task) => addJob(redis, delays, 'prove', task);

/**
 * The product of powers, in parts that any worker may take; the last job multiplies their results.
 *
 * @param {string} modulus
 * @param {[string, string][]} terms bases and exponents, at most 65,536
 */
export function addPowers({ redis, lists, flows }, modulus, terms) {
  const queueName = lists.name;
  const opts = { ...options, removeOnComplete: true, failParentOnFailure: true };
  return addOnce(redis, lists, 'join', { modulus, terms }, (jobId) =>
    flows.add({
      name: 'join',
      queueName,
      data: { modulus },
      opts: { ...options, jobId },
      children: parts(terms, LIMITS.terms).map((part) => ({
        name: 'powers',
        queueName,
        data: { modulus, terms: part },
        opts,
      })),
    }),
  );
}
