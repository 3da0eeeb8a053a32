// Shows the jobs that the queues have, and removes them.
import { checkpointsIn } from './checkpoints.mjs';
import { fail, printable, readOptions } from './program.mjs';
import { connect, openQueues, remove } from './queue.mjs';

const USAGE = `node jobs.mjs              shows jobs: the first 100 of each queue and state
node jobs.mjs remove ID…   removes jobs; a delay that is at work stops at its next save, or when its
                           proof is made
node jobs.mjs clean        removes all that have ended, with their results`;

const STATES = ['active', 'waiting', 'waiting-children', 'delayed', 'failed', 'completed'];

const { positionals } = readOptions(USAGE, {}, { allowPositionals: true });
const [command, ...ids] = positionals;
const redis = connect();
const queues = openQueues(redis);
const checkpoints = checkpointsIn(queues);
const { lists, delays } = queues;

if (command === undefined) await show();
else if (command === 'remove' && ids.length) await removeAll();
else if (command === 'clean' && !ids.length) await clean();
else fail(USAGE);
await queues.close();
redis.disconnect();

async function show() {
  for (const queue of [lists, delays])
    for (const state of STATES)
      for (const id of await queue.getRanges([state], 0, 99))
        console.log(printable(`${queue.name} ${state} ${id}${await details(queue, state, id)}`));
}

async function details(queue, state, id) {
  if (state !== 'failed' && queue !== delays) return ''; // the data may be long
  const job = await queue.getJob(id);
  if (!job) return ''; // It has ended meanwhile.
  if (state === 'failed') return `: ${job.failedReason}`;
  if (state === 'completed') return '';
  const { done } = await checkpoints.progress(job);
  return `: ${done} of ${job.data?.iterations} squarings`;
}

async function removeAll() {
  for (const id of ids) {
    const found = await Promise.all([lists, delays].map((queue) => removeFrom(queue, id)));
    if (found.includes(true)) continue;
    console.error(printable(`${id}: is not in the queues`));
    process.exitCode = 1;
  }
}

async function removeFrom(queue, id) {
  const job = await queue.getJob(id);
  if (!job) return false;
  if (queue === delays) await checkpoints.cancel(job);
  else await job.removeUnprocessedChildren(); // so that only parts at work are waited for
  await remove(queue, id);
  if (queue === delays) await checkpoints.remove(job);
  return true;
}

async function clean() {
  for (const job of await delays.getFailed()) await checkpoints.remove(job);
  for (const queue of [lists, delays]) for (const state of ['completed', 'failed']) await queue.clean(0, 0, state);
}
