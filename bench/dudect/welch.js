/**
 * The statistics of dudect (section III of its paper): Welch's t of two classes' times, of all, of those below each of
 * many percentiles, for the tail is the machine's, and of the squares of what is left of each class's mean, which shows
 * a difference in spread.
 */

/** Above it the classes differ: the paper's bound, of less than one chance in 10^5. */
export const THRESHOLD = 4.5;

const CROPS = 100;

/** The percentiles of the paper's own program: they crowd at the top, where times are cropped least. */
const percentiles = Array.from({ length: CROPS }, (_, i) => 1 - 0.5 ** ((10 * (i + 1)) / CROPS));

/** Fewer times than that in a class are no sample. */
const LEAST = 100;

/**
 * Welch's t: the difference of the means over √(s²/n + s²/n). Nothing differs in samples that do not vary at all.
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

/** Squares of the distances from the mean: their means are the variances. */
function centred(times) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return times.map((time) => (time - mean) ** 2);
}

/**
 * The first tenth says where to crop, and is not used otherwise.
 *
 * @param {number[]} times
 * @param {(0 | 1)[]} classes of the times
 */
export function compare(times, classes) {
  const first = Math.floor(times.length / 10);
  const sorted = Float64Array.from(times.slice(0, first)).sort();
  const used = [0, 1].map((which) => Float64Array.from(times.filter((_, i) => i >= first && classes[i] === which)));
  const cropped = percentiles
    .map((percentile) => {
      const below = sorted[Math.floor(percentile * first)];
      const kept = used.map((times) => times.filter((time) => time < below));
      return { percentile, t: kept.every(({ length }) => length >= LEAST) ? welch(kept) : 0 };
    })
    .filter(({ t }) => t !== 0);
  const t = { all: welch(used), cropped, second: welch(used.map(centred)) };
  const most = Math.max(...[t.all, t.second, ...cropped.map(({ t }) => t)].map(Math.abs));
  return { measurements: used.map(({ length }) => length), t, most };
}
