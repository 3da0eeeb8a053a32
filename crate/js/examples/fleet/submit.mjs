// Adds work, and waits for its results, which go to stdout; progress goes to stderr. The work goes on without this
// process: the same command finds it again.
//   node submit.mjs [--modulus M] [--iterations T] verify FILE…
//   node submit.mjs --modulus M --seed TEXT --iterations T evaluate
//   node submit.mjs --modulus M --seed TEXT --iterations T --scheme S prove
//   node submit.mjs powers FILE    a JSON file: { "modulus": M, "terms": [[BASE, EXPONENT], …] }
// M is the name of a group, or hex after 0x.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { groups, init } from 'powmod';
import { checkpointsIn } from './checkpoints.mjs';
import { addEvaluation, addPowers, addProofs, addProving, connect, openQueues } from './queue.mjs';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(['modulus', 'seed', 'iterations', 'scheme'].map((name) => [name, { type: 'string' }])),
});
const [kind, ...files] = positionals;
const iterations = given.iterations === undefined ? undefined : Number(given.iterations);

const redis = connect();
const queues = openQueues(redis);
const checkpoints = checkpointsIn(redis);
try {
  await submit();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await queues.close();
redis.disconnect();

async function submit() {
  if (kind === 'verify') return verify();
  if (kind === 'powers') return powers();
  if (kind !== 'evaluate' && kind !== 'prove') throw new Error('say what to do: verify, evaluate, prove or powers');
  for (const name of ['modulus', 'seed', 'iterations', ...(kind === 'prove' ? ['scheme'] : [])])
    if (given[name] === undefined) throw new Error(`--${name}: is missing`);
  const { modulus, seed, scheme } = given;
  const pm = await init();
  const input = pm.hashToGroup(new TextEncoder().encode(seed), groups[modulus] ?? BigInt(modulus));
  const task = { modulus, input: `0x${input.toString(16)}`, iterations };
  const id = await (kind === 'prove' ? addProving(queues, { ...task, scheme }) : addEvaluation(queues, task));
  const job = await queues.delays.getJob(id);
  console.log(
    JSON.stringify(
      await resultOf(queues.delays, id, async () => {
        const { done, perSecond } = await checkpoints.progress(job);
        return progress(done, iterations, perSecond, 'squarings');
      }),
    ),
  );
}

async function verify() {
  const proofs = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const expect = { modulus: given.modulus, iterations };
  const jobs = await addProofs(queues, proofs, expect);
  const verdicts = [];
  const began = performance.now();
  let done = 0;
  for (const { id, places } of jobs) {
    const perSecond = (1000 * done) / (performance.now() - began);
    const result = await resultOf(queues.lists, id, () => progress(done, files.length, perSecond, 'proofs'));
    for (const [i, place] of places.entries()) verdicts[place] = result[i];
    done += places.length;
  }
  for (const [i, { valid, field, reason }] of verdicts.entries())
    console.log(`${files[i]}: ${field ? `malformed, ${field} ${reason}` : valid ? 'valid' : 'invalid'}`);
  if (verdicts.some(({ valid }) => !valid)) process.exitCode = 1;
}

async function powers() {
  const { modulus, terms } = JSON.parse(await readFile(files[0], 'utf8'));
  const id = await addPowers(queues, modulus, terms);
  const job = await queues.lists.getJob(id);
  const result = await resultOf(queues.lists, id, async () => {
    const { processed = 0, unprocessed = 0 } = await job.getDependenciesCount();
    return `${processed} of ${processed + unprocessed} parts`;
  });
  console.log(result);
}

function progress(done, total, perSecond, what) {
  const left = perSecond ? `, ${Math.ceil((total - done) / perSecond)} s left` : '';
  return `${((100 * done) / total).toFixed(1)} % of ${total} ${what}${left}`;
}

/** Asks until the job has ended: an answer cannot be missed, whatever happens to Redis and to workers meanwhile. */
async function resultOf(queue, id, tell) {
  for (let told = performance.now(); ; await sleep(100)) {
    const state = await queue.getJobState(id);
    if (state === 'completed') return (await queue.getJob(id)).returnvalue;
    if (state === 'failed') throw new Error((await queue.getJob(id)).failedReason);
    if (state === 'unknown') throw new Error(`the result of ${id} is a day old and gone: submit the work again`);
    if (performance.now() - told < 1000) continue;
    told = performance.now();
    console.error(await tell());
  }
}
