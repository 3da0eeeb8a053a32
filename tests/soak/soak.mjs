// npm run soak -- [--minutes N]: a pool works in Node and in a page of Chromium for N minutes, 30 by default, while its
// workers are killed, its messages delayed, its memory limited and its tab frozen. Adds a line to tests/fuzz/LOG.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../workshop/engines/browser.mjs';
import { nodeProgram } from '../../workshop/engines/engines.mjs';
import { missing } from '../../workshop/programs/installed.mjs';
import { commit, log, timed } from '../fuzz/log.mjs';

/** The mean of a worker's life in milliseconds. */
const LIFE = 1500;
/** WebAssembly memory of 5 MB is too little for some calls. */
const NODE_FLAGS = ['--expose-gc', '--wasm-max-mem-pages=80', '--max-old-space-size=128'];
/** The most milliseconds for which a tab is awake, and then frozen. */
const AWAKE = 4000;
const FROZEN = 2500;
/** A round that takes longer than this after its time hangs. */
const PATIENCE = 150_000;

/** @typedef {{ report: import('./round.js').Report, memory: Record<string, number>, frozen?: { times: number, longest: number } }} Round */

/** Where the soak runs. `round` does one round there. */
export const places = [
  {
    name: 'Node',
    missing: () => undefined,
    async open() {
      const child = fork(fileURLToPath(new URL('in-node.mjs', import.meta.url)), {
        execPath: nodeProgram(24),
        execArgv: NODE_FLAGS,
      });
      const ended = once(child, 'exit').then(([code, signal]) => {
        throw new Error(`the process ended: ${code ?? signal}`);
      });
      ended.catch(() => {}); // at the end, nobody waits for it
      return {
        /** @returns {Promise<Round>} */
        async round(options) {
          child.send({ ...options, life: LIFE, isShort: true });
          const [answer] = await Promise.race([once(child, 'message'), ended]);
          return answer;
        },
        close: async () => child.kill(),
      };
    },
  },
  {
    name: 'Chromium',
    missing: () => missing('chromium'),
    async open() {
      const engine = await openBrowser('chromium', ['--js-flags=--max-old-space-size=128']);
      const tab = await engine.openTab('tests/soak/in-page.js');
      return {
        /** @returns {Promise<Round>} */
        async round(options) {
          let isDone = false;
          const work = tab.evaluate(`round(${JSON.stringify({ ...options, life: LIFE })})`).finally(() => {
            isDone = true;
          });
          while (!isDone) {
            await Promise.race([sleep(Math.random() * AWAKE), work]);
            if (isDone) break;
            await tab.freeze(true);
            await sleep(Math.random() * FROZEN);
            await tab.freeze(false);
          }
          const { report, frozen } = await work;
          return { report, frozen, memory: { rss: await engine.memory(), heap: await tab.heap() } };
        },
        close: () => engine.close(),
      };
    },
  },
];

/**
 * Runs rounds of the soak in one place.
 *
 * @param {(typeof places)[number]} place
 * @param {{ seconds: number, roundSeconds: number, seed: number }} options
 */
export async function soak(place, { seconds, roundSeconds, seed }) {
  const open = await place.open();
  const total = { problems: [], rounds: 0, right: {}, errors: {}, workers: {}, frozen: undefined, memory: {} };
  const end = performance.now() + 1000 * seconds;
  try {
    while (performance.now() < end && total.problems.length === 0) {
      const patience = new AbortController();
      const { report, memory, frozen } = await Promise.race([
        open.round({ seed: seed + total.rounds, seconds: roundSeconds }),
        sleep(1000 * roundSeconds + PATIENCE, undefined, patience).then(() => {
          throw new Error('a round hangs');
        }),
      ]).finally(() => patience.abort());
      total.rounds++;
      total.problems.push(...report.problems);
      for (const key of ['right', 'errors', 'workers'])
        for (const [name, count] of Object.entries(report[key])) total[key][name] = (total[key][name] ?? 0) + count;
      for (const [name, bytes] of Object.entries(memory)) total.memory[name] = [...(total.memory[name] ?? []), bytes];
      total.frozen = frozen;
    }
  } catch (error) {
    total.problems.push(String(error));
  } finally {
    await open.close();
  }
  return total;
}

/** What may grow, in bytes. */
const SLACK = { rss: 32 * 2 ** 20, heap: 2 ** 20 };
/** The rounds after which memory has reached its level. */
const ROUNDS_TO_LEVEL = { rss: 24, heap: 8 };

/**
 * What is wrong with a total: a wrong result, a call that hangs, memory that grows, or a soak that disturbed nothing.
 *
 * @param {Awaited<ReturnType<typeof soak>>} total
 * @returns {string[]}
 */
export function problemsOf({ problems, rounds, right, workers, frozen, memory }) {
  const found = [...problems];
  for (const [name, samples] of Object.entries(memory)) {
    if (rounds < ROUNDS_TO_LEVEL[name]) continue;
    // The first quarter warms up.
    const quarter = Math.max(1, Math.floor(samples.length / 4));
    const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map(median);
    if (after - before > SLACK[name]) found.push(`${name} grew from ${megabytes(before)} to ${megabytes(after)}`);
  }
  if (!(workers.killed > 0)) found.push('no worker was killed');
  if (!(workers.delayed > 0)) found.push('no message was late');
  if (frozen?.times === 0) found.push('the tab was never frozen');
  if (Object.keys(right).length < 5) found.push('hardly any call gave a result');
  return found;
}

function median(samples) {
  return [...samples].sort((a, b) => a - b)[samples.length >> 1];
}

function megabytes(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** A total in words. */
export function summary({ rounds, right, errors, workers, frozen, memory }) {
  const sum = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  const failed = Object.entries(errors).map(([reason, count]) => `${count} ${reason}`);
  const bytes = Object.entries(memory).map(([name, [first, ...others]]) =>
    [name, megabytes(first), 'to', megabytes(others.at(-1) ?? first)].join(' '),
  );
  return [
    `${rounds} rounds`,
    `${sum(right)} right results`,
    ...failed,
    `${workers.killed} of ${workers.made} workers killed`,
    `${workers.delayed} messages late`,
    ...(frozen ? [`frozen ${frozen.times} times, at most ${(frozen.longest / 1000).toFixed(1)} s`] : []),
    ...bytes,
  ].join(', ');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes: must be a number above 0');
  const state = await commit();
  const here = places.filter((place) => {
    const reason = place.missing();
    if (reason) console.log(`${place.name} is left out: ${reason}`);
    return !reason;
  });
  const seed = Date.now() % 2 ** 31;
  console.log(`seed ${seed}`);
  const run = await timed(() =>
    Promise.all(
      here.map(async (place) => ({
        place,
        total: await soak(place, { seconds: 60 * minutes, roundSeconds: Math.min(20, 10 * minutes), seed }),
      })),
    ),
  );
  for (const { place, total } of run.result) {
    const problems = problemsOf(total);
    console.table(total.right);
    log(
      state,
      `soak ${place.name}`,
      run.minutes,
      `${summary(total)}; found: ${problems[0]?.split('\n')[0] ?? 'nothing'}`,
    );
    for (const problem of problems) console.log(problem);
    if (problems.length) process.exitCode = 1;
  }
}
