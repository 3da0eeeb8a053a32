// A page that does a round of the soak for each call of `round`. It counts how often it was frozen, and for how long.
import { round } from './round.js';

const TICK = 50;

/** Makes `round` of the page. The page's driver calls it, and freezes the page meanwhile. */
export default function start() {
  const frozen = { times: 0, longest: 0 };
  document.addEventListener('freeze', () => frozen.times++);
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    frozen.longest = Math.max(frozen.longest, now - last);
    last = now;
  }, TICK);
  globalThis.round = async (options) => ({ report: await round(options), frozen });
  return null;
}
