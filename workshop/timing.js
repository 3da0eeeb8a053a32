// Times several things in turn, A B A B, in one run: the machine's noise then meets all of them alike.
// Plain JavaScript without imports, so that it also runs in a page.

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {(times: number) => void} [run] does the thing so many times
 * @property {(times: number) => Promise<number>} [milliseconds] where the thing times itself elsewhere
 *
 * @typedef {object} Timing microseconds for one of the things
 * @property {number} min
 * @property {number} median
 * @property {number} times how many a sample holds
 * @property {(number | null)[]} [samples] the rounds' own, in their order; null where the thing sat out
 */

/**
 * Pomcor's way ("Fast JavaScript modular exponentiation"): loops of at least 200 ms, and of many the minimum. How often to
 * run a loop is told from another's time, hence a tenth more.
 */
export const LONG_LOOPS = { sampleMs: 220 };

/** Makes the `run` of a case from a single call. */
export const repeat = (call) => (times) => {
  for (let i = 0; i < times; i++) call();
};

/**
 * @param {Case[]} cases
 * @param {{ rounds?: number, sampleMs?: number, warmMs?: number, slowMs?: number, keep?: boolean, breathe?: () => Promise<void> }} [options]
 *   `breathe` between the samples lets a page answer, and take up optimised code; what takes n times `slowMs` for a
 *   sample has one in every nth round only, but three at least; `keep` keeps the samples
 * @returns {Promise<Record<string, Timing>>}
 */
export async function timeInTurn(
  cases,
  { rounds = 15, sampleMs = 10, warmMs = 150, slowMs = Infinity, keep = false, breathe = async () => {} } = {},
) {
  const samples = cases.map(() => []);
  const loops = [];
  for (const one of cases) {
    const { times, ms } = await calibrate(one, sampleMs, warmMs, breathe);
    loops.push({ times, every: Math.max(1, Math.min(Math.floor(ms / slowMs), (rounds - 1) >> 1)) });
  }
  for (let round = 0; round < rounds; round++)
    for (const [i, one] of cases.entries()) {
      const { times, every } = loops[i];
      if (round % every) {
        samples[i].push(null);
        continue;
      }
      samples[i].push((1000 * (await elapsed(one, times))) / times);
      await breathe();
    }
  return Object.fromEntries(
    cases.map(({ name }, i) => {
      const sorted = samples[i].filter((sample) => sample !== null).sort((a, b) => a - b);
      const timing = { min: sorted[0], median: sorted[sorted.length >> 1], times: loops[i].times };
      return [name, keep ? { ...timing, samples: samples[i] } : timing];
    }),
  );
}

/**
 * How often to do a thing in one sample, and what that takes; on the way it is warmed up, so that the engine has
 * optimised it.
 */
async function calibrate(one, sampleMs, warmMs, breathe) {
  let times = 1;
  let warm = 0;
  for (;;) {
    const ms = await elapsed(one, times);
    warm += ms;
    await breathe();
    if (ms >= sampleMs && warm >= warmMs) {
      const enough = Math.max(1, Math.ceil((times * sampleMs) / ms));
      return { times: enough, ms: (ms * enough) / times };
    }
    if (ms < sampleMs) times *= 2;
  }
}

async function elapsed({ run, milliseconds }, times) {
  if (milliseconds) return milliseconds(times);
  const start = performance.now();
  run(times);
  return performance.now() - start;
}
