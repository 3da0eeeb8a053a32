/**
 * The statistics of dudect (section III of the paper): Welch's t for the times of two classes. It is computed for all
 * times; for the times below each of many percentiles, because the machine causes the tail; and for the squared
 * distances from the mean of each class, which show a difference in spread.
 */

/** The classes differ if |t| exceeds this bound of the paper; by chance that happens less than once in 10^5 tests. */
export const THRESHOLD = 4.5;

const CROPS = 100;

/** The percentiles of the paper's program. Most are near 100 %, where few times are cropped. */
const percentiles = Array.from({ length: CROPS }, (_, i) => 1 - 0.5 ** ((10 * (i + 1)) / CROPS));

/** The least number of times in a class for a test. */
const LEAST = 100;

/**
 * Welch's t: the difference of the means over √(s²/n + s²/n), or 0 if the samples do not vary.
 *
 * @param {Float64Array[]} classes
 */
export function welch(classes) {
  const [x, y] = classes.map((times) => {
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
    return { mean, error: squares / (times.length - 1) / times.length };
  });
  return x.mean === y.mean ? 0 : (x.mean - y.mean) / Math.sqrt(x.error + y.error);
}

/** The squared distances from the mean; their mean is the variance. */
function centred(times) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return times.map((time) => (time - mean) ** 2);
}

/**
 * The first tenth of the times sets the percentiles at which the rest is cropped, and has no other use.
 *
 * @param {number[]} times
 * @param {(0 | 1)[]} classes of the times
 */
export function compare(times, classes) {
  const first = Math.floor(times.length / 10);
  const sorted = Float64Array.from(times.slice(0, first)).sort();
  const used = [0, 1].map((which) => Float64Array.from(times.filter((_, i) => i >= first && classes[i] === which)));
  const cropped = percentiles.map((percentile) => {
    const below = sorted[Math.floor(percentile * first)];
    const kept = used.map((times) => times.filter((time) => time < below));
    return kept.every(({ length }) => length >= LEAST) ? Math.abs(welch(kept)) : 0;
  });
  const t = { all: welch(used), cropped: Math.max(...cropped), second: welch(used.map(centred)) };
  const most = Math.max(...Object.values(t).map(Math.abs));
  return { measurements: used.map(({ length }) => length), t, most };
}
