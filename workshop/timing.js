// Times several cases in turn, A B A B, in one run, so that the machine's noise affects all of them alike.
// Plain JavaScript without imports, so that it also runs in a page.

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {(times: number) => void} [run] repeats the case `times` times
 * @property {(times: number) => number | Promise<number>} [milliseconds] instead of `run`, for a case that times itself
 *
 * @typedef {object} Timing microseconds for one repetition of a case
 * @property {number} min
 * @property {number} median
 * @property {true} [unsteady] the two halves of the rounds disagree, even in a second try
 */

/**
 * Pomcor's method ("Fast JavaScript modular exponentiation"): the minimum over many loops of at least 200 ms each. The
 * number of repetitions is an estimate from an earlier loop, so the target is a tenth longer.
 */
export const LONG_LOOPS = { sampleMs: 220 };

/** Makes the `run` of a case from a single call, which gets its number. */
export const repeat = (call) => (times) => {
  for (let i = 0; i < times; i++) call(i);
};

/** Makes the `milliseconds` of a case from a single call, which is awaited. */
export const awaited = (call) => async (times) => {
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  return performance.now() - start;
};

/**
 * A case that is timed by the processor time of its thread, in Node 24: other programs on the machine hardly lengthen
 * it. A case in another process gives its processor time itself, as `processor`. Any other case is timed by the clock.
 */
export function byProcessor({ run, processor = run && threadTime(run), ...one }) {
  return { ...one, milliseconds: processor ?? one.milliseconds };
}

const threadTime = (run) => (times) => {
  const start = processorTime();
  run(times);
  return processorTime() - start;
};

/** The milliseconds for which this thread has had the processor. Needs Node 24. */
export function processorTime() {
  // Linux counts the time since its last tick, up to 4 ms, only when asked for the time of the whole process.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** @param {number[]} samples @returns {Timing} */
export function timingOf(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { min: sorted[0], median: sorted[sorted.length >> 1] };
}

/**
 * @param {Case[]} cases
 * @param {{ rounds?: number, sampleMs?: number, warmMs?: number, slowMs?: number, least?: number, breathe?: () =>
 *   Promise<void> }} [options] `breathe` runs between samples, so that a page can answer events and the engine can
 *   switch to optimised code. A case whose sample takes n times `slowMs` has a sample in every nth round only, and at
 *   least `least` samples in all
 * @returns {Promise<Record<string, Timing>>}
 */
export async function timeInTurn(
  cases,
  { rounds = 15, sampleMs = 10, warmMs = 150, slowMs = Infinity, least = 3, breathe = async () => {} } = {},
) {
  const samples = cases.map(() => []);
  const loops = [];
  const mostBetween = least > 1 ? Math.floor((rounds - 1) / (least - 1)) : rounds;
  for (const one of cases) {
    const { times, ms } = await calibrate(one, sampleMs, warmMs, breathe);
    loops.push({ times, every: Math.max(1, Math.min(Math.floor(ms / slowMs), mostBetween)) });
  }
  const allRounds = async () => {
    for (let round = 0; round < rounds; round++)
      for (const [i, one] of cases.entries()) {
        const { times, every } = loops[i];
        if (round % every) continue;
        samples[i].push((1000 * (await elapsed(one, times))) / times);
        await breathe();
      }
  };
  await allRounds();
  if (samples.some(isUnsteady)) await allRounds();
  return Object.fromEntries(
    cases.map(({ name }, i) => {
      const timing = timingOf(samples[i]);
      return [name, isUnsteady(samples[i]) ? { ...timing, unsteady: true } : timing];
    }),
  );
}

/**
 * Whether a neighbour disturbed one half: the minima of the halves differ by more than a tenth. Few samples say
 * nothing.
 */
function isUnsteady(samples) {
  if (samples.length < 10) return false;
  const half = samples.length >> 1;
  const [one, other] = [Math.min(...samples.slice(0, half)), Math.min(...samples.slice(half))];
  return Math.max(one, other) > 1.1 * Math.min(one, other);
}

/** A pause of the engine makes a short loop look long. So a loop below this runs twice, and the lesser time counts. */
const PAUSE_MS = 50;

/**
 * The number of repetitions for one sample, and the milliseconds that they take. The measurement also warms the case
 * up, so that the engine optimises it.
 */
async function calibrate(one, sampleMs, warmMs, breathe) {
  let times = 1;
  let warm = 0;
  for (;;) {
    const ms = await elapsed(one, times);
    warm += ms;
    await breathe();
    if (ms >= sampleMs && warm >= warmMs) {
      const least = ms < PAUSE_MS ? Math.min(ms, await elapsed(one, times)) : ms;
      const enough = Math.max(1, Math.ceil((times * sampleMs) / least));
      if (2 * least >= sampleMs) return { times: enough, ms: (least * enough) / times };
      times *= 2;
    } else if (ms < sampleMs) times *= 2;
  }
}

async function elapsed({ run, milliseconds }, times) {
  if (milliseconds) return milliseconds(times);
  const start = performance.now();
  run(times);
  return performance.now() - start;
}

/** The smallest step of `performance.now()`, in ms. Browsers coarsen that clock, against timing attacks. */
export function clockStep() {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return least;
}
