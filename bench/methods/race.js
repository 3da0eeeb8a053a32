// Times methods for maps with many cells, some of which take long: a method that is far behind at first leaves the
// race.
import { cellOf, methodCases } from '../../workshop/methods.js';
import { timeInTurn } from '../../workshop/timing.js';

/**
 * @param {import('../../workshop/methods/index.ts').Methods} studied
 * @param {import('../../workshop/methods.js').Shape} shape
 * @param {object} options
 * @param {number} options.rounds for the methods that stay, if they fit into `budgetMs`; three at least
 * @param {number} options.within a method stays if it takes at most this multiple of the fastest method's time
 * @param {number} options.budgetMs
 * @param {number} options.sampleMs
 */
export async function race(studied, shape, { rounds, within, budgetMs, ...options }) {
  const cases = methodCases(studied, shape);
  const callMs = duration(cases[0].run);
  // Noise is a small part of a long call.
  const first = await timeInTurn(cases, { ...options, rounds: callMs > 20 ? 1 : 3 });
  const fastest = Math.min(...Object.values(first).map(({ min }) => min));
  const left = cases.filter(({ name }) => name === 'auto' || first[name].min <= within * fastest);
  const affordable = Math.floor(budgetMs / (left.length * Math.max(options.sampleMs, callMs)));
  const last = await timeInTurn(left, { ...options, warmMs: 0, rounds: Math.max(3, Math.min(rounds, affordable)) });
  return cellOf(shape, { ...first, ...last });
}

function duration(run) {
  const start = performance.now();
  run(1);
  return performance.now() - start;
}
