/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string[]} [needs] the names of jobs that end before this one starts, if they run at all
 * @property {string[]} [holds] what only one job at a time may use: a lock, a folder, a display
 * @property {number} [slots] how many slots the job takes, 1 by default. On fewer slots it runs alone.
 *   A job that mostly waits takes a fraction: eighths add up exactly.
 */

/**
 * The order of jobs on slots. When slots are free, the first job that can start takes them; the next jobs pass a job
 * that must wait.
 *
 * @template {Job} J
 */
class Order {
  /** @type {J[]} */
  waiting;
  #unfinished;
  #held = new Set();
  #slots;
  #free;

  /**
   * @param {J[]} jobs
   * @param {number} slots
   */
  constructor(jobs, slots) {
    this.waiting = [...jobs];
    this.#unfinished = new Set(jobs.map(({ name }) => name));
    this.#slots = slots;
    this.#free = slots;
  }

  #width = (job) => Math.min(job.slots ?? 1, this.#slots);

  #canStart = (job) =>
    this.#width(job) <= this.#free &&
    !job.needs?.some((name) => this.#unfinished.has(name)) &&
    !job.holds?.some((thing) => this.#held.has(thing));

  /** The next job that can start, which starts; undefined if none can. */
  start() {
    const job = this.waiting.find(this.#canStart);
    if (!job) return undefined;
    this.waiting.splice(this.waiting.indexOf(job), 1);
    this.#free -= this.#width(job);
    for (const thing of job.holds ?? []) this.#held.add(thing);
    return job;
  }

  end(job) {
    this.#free += this.#width(job);
    for (const thing of job.holds ?? []) this.#held.delete(thing);
    this.#unfinished.delete(job.name);
  }
}

/**
 * Runs jobs side by side, in the order of {@link Order}. After a failure no further job starts.
 *
 * @template {Job} J
 * @template R
 * @param {J[]} jobs
 * @param {number} slots how many slots there are
 * @param {(job: J) => Promise<R>} run
 * @returns {Promise<R[]>} the results in the order in which the jobs started
 */
export async function inSlots(jobs, slots, run) {
  const order = new Order(jobs, slots);
  const running = new Set();
  const results = [];
  const failures = [];

  async function follow(job, place) {
    try {
      results[place] = await run(job);
    } catch (error) {
      failures.push(error);
    }
    order.end(job);
  }

  const next = () => (failures.length ? undefined : order.start());
  for (;;) {
    for (let job = next(); job; job = next()) {
      const end = follow(job, results.push(undefined) - 1).then(() => running.delete(end));
      running.add(end);
    }
    if (!running.size) break;
    await Promise.race(running);
  }
  if (failures.length) throw failures[0];
  const { waiting } = order;
  if (waiting.length) throw new Error(`these need what nobody runs: ${waiting.map(({ name }) => name).join(', ')}`);
  return results;
}

/**
 * How long {@link inSlots} would take with these jobs.
 *
 * @template {Job} J
 * @param {J[]} jobs those that run come first
 * @param {number} slots
 * @param {(job: J) => number} secondsOf
 */
export function secondsInSlots(jobs, slots, secondsOf) {
  const order = new Order(jobs, slots);
  const running = [];
  let now = 0;
  for (;;) {
    for (let job = order.start(); job; job = order.start()) running.push({ job, end: now + secondsOf(job) });
    if (!running.length) return now;
    const next = running.reduce((first, each) => (each.end < first.end ? each : first));
    running.splice(running.indexOf(next), 1);
    now = next.end;
    order.end(next.job);
  }
}
