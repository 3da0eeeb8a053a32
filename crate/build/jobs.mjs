// Runs the steps of a build side by side, and tells what is done, what comes and about how long it takes.
import { availableParallelism } from 'node:os';
import { inLanes } from './lanes.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {number} seconds about how long one core takes
 * @property {() => boolean | Promise<boolean>} isDone
 * @property {() => Promise<unknown>} work
 *
 * @typedef {import('./lanes.mjs').Job & Step} BuildJob
 */

/**
 * Does what is not yet done.
 *
 * @param {BuildJob[]} jobs
 */
export async function runJobs(jobs) {
  const cores = availableParallelism();
  const missing = [];
  for (const job of jobs) if (!(await job.isDone())) missing.push(job);
  if (missing.length === 0) return;

  const secondsOf = (some) => [...some].reduce((sum, { seconds }) => sum + seconds, 0);
  const all = secondsOf(missing);
  if (missing.length > 1) console.log(`  ${missing.length} steps, ${duration(all / Math.min(cores, 2))}`);
  const begin = performance.now();
  const left = new Set(missing);
  const running = new Set();
  await inLanes(missing, cores, async (job) => {
    console.log(`  ${job.title} …`);
    running.add(job);
    const start = performance.now();
    await job.work();
    left.delete(job);
    running.delete(job);
    const took = ((performance.now() - start) / 1000).toFixed(0);
    // What is left takes as much longer than expected as what is done. What runs is half done.
    const undone = secondsOf(left) - secondsOf(running) / 2;
    const rest = ((performance.now() - begin) / 1000) * (undone / (all - undone));
    const more = left.size ? `; ${missing.length - left.size} of ${missing.length} done, ${duration(rest)} left` : '';
    console.log(`    done in ${took} s: ${job.title}${more}`);
  });
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 55
    ? `about ${Math.max(5, Math.round(seconds / 5) * 5)} s`
    : `about ${Math.round(seconds / 30) / 2} min`;
}
