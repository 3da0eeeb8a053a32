/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string[]} [needs] the names of jobs that end before this one starts, if they run at all
 * @property {string[]} [holds] what only one job at a time may use: a lock, a folder, a display
 * @property {number} [lanes] how many lanes the job takes, 1 by default. On fewer lanes it runs alone.
 *   A job that mostly waits takes a fraction: a half or a quarter, which add up exactly.
 */

/**
 * Runs jobs side by side. When lanes are free, the first job that can start takes them; the next jobs pass a job that
 * must wait. After a failure no further job starts.
 *
 * @template {Job} J
 * @template R
 * @param {J[]} jobs
 * @param {number} lanes how many lanes there are
 * @param {(job: J) => Promise<R>} run
 * @returns {Promise<R[]>} the results in the order in which the jobs started
 */
export async function inLanes(jobs, lanes, run) {
  const waiting = [...jobs];
  const unfinished = new Set(jobs.map(({ name }) => name));
  const held = new Set();
  const running = new Set();
  const results = [];
  const failures = [];
  let free = lanes;

  const width = (job) => Math.min(job.lanes ?? 1, lanes);
  const canStart = (job) =>
    width(job) <= free &&
    !job.needs?.some((name) => unfinished.has(name)) &&
    !job.holds?.some((thing) => held.has(thing));

  async function follow(job, place) {
    try {
      results[place] = await run(job);
    } catch (error) {
      failures.push(error);
    }
    free += width(job);
    for (const thing of job.holds ?? []) held.delete(thing);
    unfinished.delete(job.name);
  }

  function start(job) {
    waiting.splice(waiting.indexOf(job), 1);
    free -= width(job);
    for (const thing of job.holds ?? []) held.add(thing);
    const end = follow(job, results.push(undefined) - 1).then(() => running.delete(end));
    running.add(end);
  }

  for (;;) {
    if (!failures.length) for (let job = waiting.find(canStart); job; job = waiting.find(canStart)) start(job);
    if (!running.size) break;
    await Promise.race(running);
  }
  if (failures.length) throw failures[0];
  if (waiting.length) throw new Error(`these need what nobody runs: ${waiting.map(({ name }) => name).join(', ')}`);
  return results;
}
