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
 */

/**
 * @param {Case[]} cases
 * @param {{ rounds?: number, sampleMs?: number, warmMs?: number, breathe?: () => Promise<void> }} [options] `breathe`
 *   between the samples lets a page answer, and take up optimised code
 * @returns {Promise<Record<string, Timing>>}
 */
export async function timeInTurn(cases, { rounds = 15, sampleMs = 10, warmMs = 150, breathe = async () => {} } = {}) {
  const samples = cases.map(() => []);
  const times = [];
  for (const one of cases) times.push(await calibrate(one, sampleMs, warmMs, breathe));
  for (let round = 0; round < rounds; round++)
    for (const [i, one] of cases.entries()) {
      samples[i].push((1000 * (await elapsed(one, times[i]))) / times[i]);
      await breathe();
    }
  return Object.fromEntries(
    cases.map(({ name }, i) => {
      const sorted = samples[i].sort((a, b) => a - b);
      return [name, { min: sorted[0], median: sorted[sorted.length >> 1], times: times[i] }];
    }),
  );
}

/** How often to do a thing in one sample; on the way it is warmed up, so that the engine has optimised it. */
async function calibrate(one, sampleMs, warmMs, breathe) {
  let times = 1;
  let warm = 0;
  for (;;) {
    const ms = await elapsed(one, times);
    warm += ms;
    await breathe();
    if (ms >= sampleMs && warm >= warmMs) return Math.max(1, Math.round((times * sampleMs) / ms));
    if (ms < sampleMs) times *= 2;
  }
}

async function elapsed({ run, milliseconds }, times) {
  if (milliseconds) return milliseconds(times);
  const start = performance.now();
  run(times);
  return performance.now() - start;
}
