// Runs the steps of a build side by side, and tells what is done, what comes and about how long it takes.
import { availableParallelism } from 'node:os';
import { lastTimes } from './last-times.mjs';
import { inSlots, secondsInSlots } from './slots.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {number} seconds about how long it takes, where it never ran
 * @property {() => boolean | Promise<boolean>} isDone
 * @property {() => Promise<unknown>} work
 *
 * @typedef {import('./slots.mjs').Job & Step} BuildJob
 */

/**
 * Does what is not yet done.
 *
 * @param {BuildJob[]} jobs
 */
export async function runJobs(jobs) {
  const slots = availableParallelism() + 0.5; // half a slot more fills the time in which jobs wait
  const missing = [];
  for (const job of jobs) if (!(await job.isDone())) missing.push(job);
  if (missing.length === 0) return;

  const last = lastTimes('target/build-seconds.json');
  const expected = new Map(missing.map((job) => [job, last.of(job.title) ?? job.seconds]));
  const seconds = () => performance.now() / 1000;
  const left = new Set(missing);
  /** When each job began that runs. */
  const running = new Map();
  const done = { took: 0, expected: 0 };
  /** What is left takes as much longer than expected as what is done. */
  const rest = () => {
    const slowness = done.expected ? done.took / done.expected : 1;
    const ran = (job) => (running.has(job) ? seconds() - running.get(job) : 0);
    const jobs = [...running.keys(), ...[...left].filter((job) => !running.has(job))];
    return duration(secondsInSlots(jobs, slots, (job) => Math.max(1, slowness * expected.get(job) - ran(job))));
  };
  if (missing.length > 1) console.log(`  ${missing.length} steps, ${rest()}`);
  await inSlots(missing, slots, async (job) => {
    console.log(`  ${job.title} …`);
    running.set(job, seconds());
    await job.work();
    const took = seconds() - running.get(job);
    left.delete(job);
    running.delete(job);
    last.keep(job.title, took);
    done.took += took;
    done.expected += expected.get(job);
    const more = left.size ? `; ${missing.length - left.size} of ${missing.length} done, ${rest()} left` : '';
    console.log(`    done in ${took.toFixed(0)} s: ${job.title}${more}`);
  });
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 55
    ? `about ${Math.max(5, Math.round(seconds / 5) * 5)} s`
    : `about ${Math.round(seconds / 30) / 2} min`;
}
