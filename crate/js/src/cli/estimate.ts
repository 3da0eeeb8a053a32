/** Tells at the start of squarings how long they take on this machine: whether to wait for them. */
import { formatDuration } from '../../../../workshop/duration.js';
import { rateMeter } from '../../../../workshop/rate.js';
import type { OnProgress } from '../pool/calls/progress.js';

/** Shorter work needs no estimate. */
const WORTH_TELLING_SECONDS = 2;

/** Takes the reports of an evaluation, and says the estimate half a second after the first one. */
export function estimate(say: (line: string) => void): OnProgress {
  const rate = rateMeter();
  let isKnown = false;
  return ({ done, total }) => {
    const perSecond = isKnown ? undefined : rate({ done });
    if (!perSecond) return;
    isKnown = true;
    const left = total - done;
    if (left / perSecond < WORTH_TELLING_SECONDS) return;
    const duration = formatDuration(Number((left / perSecond).toPrecision(2)));
    say(`${left.toLocaleString('en')} squarings take about ${duration} on this machine`);
  };
}
