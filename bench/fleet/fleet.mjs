// Proofs modulo RSA-2048 by processes of the example of a fleet, beside the pool in one process; and what the queue
// costs a job.
// node bench/fleet/fleet.mjs [--quick] [--json FILE]
import { setTimeout as sleep } from 'node:timers/promises';
import { init } from 'powmod';
import { createPool } from 'powmod/pool';
import { installFleet } from '../../workshop/fleet/install.mjs';
import { fromFleet, startRedis, startWorker } from '../../workshop/fleet/start.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { awaited, timeInTurn } from '../../workshop/timing.js';
import { readOptions, writeRows } from '../harness.mjs';
import { N, prove, random } from '../verify/proofs.js';

const options = readOptions();
const [BATCH, batches] = [128, options.quick ? 1 : 32];
const jobs = options.quick ? 20 : 1000;
const timing = options.quick ? { rounds: 1, sampleMs: 1, warmMs: 1 } : { rounds: 5, sampleMs: 1, warmMs: 1 };

const pm = await init();
const m = pm.modulus(N);
const batch = Array.from({ length: BATCH }, (_, i) => JSON.stringify(prove(pm, m, random(i + 1))));
const proofs = Array(batches).fill(batch).flat();

const pools = await Promise.all([1, 2].map((workers) => createPool({ workers })));
const byPool = async (pool) => {
  const verdicts = await pool.verifyAll(proofs, { batch: true, expect: { modulus: 'RSA-2048' } });
  if (verdicts.some((verdict) => verdict !== true)) throw new Error('a batch fails');
};
for (const pool of pools) await byPool(pool); // all workers start
const each = (timings, count) =>
  Object.fromEntries(
    Object.entries(timings).map(([name, { min, median }]) => [name, { min: min / count, median: median / count }]),
  );
const poolCases = ['one worker', 'two workers'].map((name, i) => ({
  name: `a pool of ${name}`,
  milliseconds: awaited(() => byPool(pools[i])),
}));

const reason = missing('redis');
if (reason) console.log(`the fleet is left out: ${reason}`);
const rows = reason ? [proofRow(await timeInTurn(poolCases, timing))] : await besideFleets();
for (const pool of pools) await pool.close();
await writeRows(options, rows);

function proofRow(timings) {
  return { part: 'proofs', batch: BATCH, timings: each(timings, proofs.length) };
}

/** To two digits. */
function rounded(x) {
  return Number(x.toPrecision(2));
}

async function besideFleets() {
  await installFleet();
  const fleets = await Promise.all([1, 2].map(openFleet));
  try {
    const data = { proofs: batch, expect: { modulus: 'RSA-2048' } };
    const verifying = fleets.map((fleet, i) => ({
      name: ['one process', 'two processes'][i],
      milliseconds: awaited(() => fleet.does(batches, data)),
    }));
    const rows = [proofRow(await timeInTurn([...poolCases, ...verifying], timing))];
    // A job with hardly any work: one text that is no proof.
    for (const [part, count, small] of [
      ['empty jobs', jobs, { proofs: ['{}'] }],
      ['full jobs', batches, data],
    ]) {
      const [{ redis, does }] = fleets;
      const before = await redis.processorTime();
      const began = performance.now();
      await does(count, small);
      const microseconds = { 'from end to end': 1000 * (performance.now() - began) };
      microseconds['of Redis'] = (await redis.processorTime()) - before;
      const timings = Object.entries(microseconds).map(([name, time]) => [name, { min: time, median: time }]);
      rows.push({ part, timings: each(Object.fromEntries(timings), count) });
    }
    // What one Redis has time for: the plan of the guide.
    const [empty, full] = rows.slice(1).map(({ timings }) => rounded(1e6 / timings['of Redis'].min));
    const values = {
      'empty jobs a second': empty,
      'full jobs a second': full,
      'proofs a second': rounded(BATCH * full),
    };
    return [...rows, { part: 'one Redis', values }];
  } finally {
    for (const fleet of fleets) await fleet.close();
  }
}

/** A Redis with worker processes of one core each. */
async function openFleet(processes) {
  const { connect, openQueues } = await fromFleet('queue');
  const redis = await startRedis();
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(redis.url, '--cores', '1')));
  const connection = connect(redis.url);
  const queues = openQueues(connection);
  return {
    redis,
    /** Adds jobs, and waits until all have ended. */
    async does(count, data) {
      await queues.lists.addBulk(Array(count).fill({ name: 'verify', data }));
      // Seldom, because to ask takes time of Redis too.
      while (await queues.lists.getJobCountByTypes('waiting', 'active')) await sleep(25);
      if (await queues.lists.getFailedCount()) throw new Error('a job fails');
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
      await queues.close();
      connection.disconnect();
      await redis.close();
    },
  };
}
