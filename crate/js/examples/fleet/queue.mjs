// The fleet's two queues, and how work gets in. A job is JSON; its numbers are hex after 0x. Its id is a hash of what
// it asks for: work that is submitted twice is done once.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowProducer, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { readProof } from 'powmod/verify';
import { complain, fail } from './program.mjs';
import { LIMITS, read } from './tasks.mjs';

const DAY = 24 * 3600;

/** A failure of a machine is tried again, nine times in nine minutes; a refused task is not. */
const options = {
  attempts: 10,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: { age: DAY },
  removeOnFail: { age: 7 * DAY },
};

/** Errors that come again however often a program tries: Redis refuses its commands. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|DENIED)/;

/** Without a password Redis ends the connections of other machines, so fast that its reason is not read. */
const HINTS = { EPIPE: '. For other machines Redis needs --bind and --requirepass' };

/**
 * One connection, which outlives restarts of Redis.
 *
 * @param {string} [url] names another machine's Redis, or a socket by its path
 * @param {(message: string) => void} [refused] what to do with a wrong address or password; by default the process ends
 */
export function connect(url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', refused = fail) {
  // An error of the address would print it, with the password.
  if (!url.startsWith('/') && !(/^rediss?:\/\//.test(url) && URL.canParse(url)))
    refused('REDIS_URL: must be redis://:PASSWORD@HOST:PORT, or the path of a socket');
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, 2000) });
  const { path, host, port } = redis.options;
  const place = path ?? `${host}:${port}`;
  return redis.on('error', (error) => {
    const report = REFUSED.test(error.message) ? refused : complain;
    report(`Redis at ${place}: ${error.message || error.code}${HINTS[error.code] ?? ''}`);
  });
}

/** Lists take seconds and delays hours, so each has a queue: a list never waits for a delay. */
export function openQueues(redis) {
  const [lists, delays] = ['lists', 'delays'].map(
    (name) => new Queue(name, { connection: redis, defaultJobOptions: options }),
  );
  const flows = new FlowProducer({ connection: redis });
  for (const one of [lists, delays, flows]) one.on('error', (error) => complain(error.message));
  return { redis, lists, delays, flows, close: () => Promise.all([lists, delays, flows].map((one) => one.close())) };
}

/**
 * Waits while Redis would be more than three quarters full: in a full Redis no worker could finish a job, and so make
 * room.
 */
async function room(redis, bytes) {
  const taken = 2 * bytes; // by the call, and by what it stores
  for (let waits = false; ; waits = true) {
    const info = await redis.info('memory');
    const read = (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)[1]);
    const most = 0.75 * read('maxmemory') || Infinity;
    if (taken > most) throw new Error(`Redis has too little memory for this work, which takes ${taken} bytes`);
    if (read('used_memory') + taken < most) return;
    if (!waits) console.error('Redis is three quarters full: new work waits');
    await sleep(1000);
  }
}

/** Adds a job that the queue does not have, and tries again one that failed. Gives its id. */
async function addOnce(redis, queue, kind, data, add) {
  const text = JSON.stringify(data);
  const id = `${kind}-${createHash('sha256').update(text).digest('base64url')}`;
  const known = await queue.getJob(id);
  const isFailed = await known?.isFailed();
  if (known && !isFailed) return id;
  await room(redis, text.length);
  if (isFailed && kind !== 'join') {
    await known.updateData(data); // what was refused is empty
    await known.retry('failed', { resetAttemptsMade: true }).catch(async (error) => {
      if (await known.isFailed()) throw error; // else another program was first
    });
  } else {
    if (isFailed) await remove(queue, id); // its parts are gone
    await add(id);
  }
  return id;
}

/** Removes a job and its parts. Waits for those that are at work. */
export async function remove(queue, id) {
  while (!(await queue.remove(id))) await sleep(100);
}

const addJob = (redis, queue, kind, data) =>
  addOnce(redis, queue, kind, data, (jobId) => queue.add(kind, data, { jobId }));

const parts = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/**
 * Jobs for any number of proofs. Those of one modulus come together, because they share squarings.
 *
 * @param {string[]} proofs the texts of proof files
 * @param {{ modulus?: string, input?: string, iterations?: number, profile?: string }} [expect] what all of them must
 *   state. Without a modulus, a prover may bring one whose factors he knows. Without a profile it is powmod-v1
 * @returns {Promise<{ id: string, places: number[] }[]>} the jobs. A job's result has the verdict on each of its
 *   proofs, which stand at these places of the list
 */
export async function addProofs({ redis, lists }, proofs, expect) {
  read.verify({ proofs, expect }, Infinity);
  const byModulus = new Map();
  for (const [place, text] of proofs.entries()) {
    const modulus = modulusOf(text);
    const places = byModulus.get(modulus) ?? [];
    byModulus.set(modulus, places);
    places.push(place);
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

/** @param {{ modulus: string, input: string, iterations: number }} task its result is { output }, x^(2^T) mod N */
export async function addEvaluation({ redis, delays }, task) {
  read.evaluate(task);
  return addJob(redis, delays, 'evaluate', task);
}

/**
 * @param {{ modulus: string, input: string, iterations: number, scheme: string }} task its result is a proof file. A
 *   proof is of ±y, so its output is the smaller of y = x^(2^T) mod N and N − y: not always that of `addEvaluation`
 */
export async function addProving({ redis, delays }, task) {
  read.prove(task);
  return addJob(redis, delays, 'prove', task);
}

/**
 * The product of powers, in parts that any worker may take; the last job multiplies their results.
 *
 * @param {{ modulus: string, terms: [string, string][] }} task 1 to 1,048,576 terms: bases and exponents
 */
export async function addPowers({ redis, lists, flows }, task) {
  read.powers(task, LIMITS.terms * LIMITS.parts);
  const { modulus, terms } = task;
  const queueName = lists.name;
  const all = parts(terms, LIMITS.terms);
  // The last job hears at once of a part that failed, and why.
  const opts = { ...options, removeOnComplete: true, removeOnFail: true, continueParentOnFailure: true };
  return addOnce(redis, lists, 'join', { modulus, terms }, (jobId) =>
    flows.add({
      name: 'join',
      queueName,
      data: { modulus, parts: all.length },
      opts: { ...options, jobId },
      children: all.map((part) => ({ name: 'powers', queueName, data: { modulus, terms: part }, opts })),
    }),
  );
}
