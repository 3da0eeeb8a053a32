/** Tells at the start of squarings how long they take on this machine: whether to wait for them. */
import { formatDuration } from '../../../../workshop/duration.js';
import { rateMeter } from '../../../../workshop/rate.js';
import type { Progress } from '../pool/calls/progress.js';

/** Shorter work needs no estimate. */
const WORTH_TELLING_SECONDS = 2;

/**
 * Makes a function that takes the reports of an evaluation, and says the estimate half a second after the first one. It
 * tells whether the estimate is behind: progress is shown from then on.
 */
export function estimate(say: (line: string) => void): (progress: Progress) => boolean {
  const rate = rateMeter();
  let isKnown = false;
  return ({ done, total }) => {
    if (isKnown) return true;
    const perSecond = rate({ done });
    if (!perSecond) return false;
    isKnown = true;
    const left = total - done;
    if (left / perSecond < WORTH_TELLING_SECONDS) return false;
    const duration = formatDuration(Number((left / perSecond).toPrecision(2)));
    say(`${left.toLocaleString('en')} squarings take about ${duration} on this machine`);
    return false;
  };
}
