/** The reports of progress that are compared. The start of the work is before the first one. */
const REPORTS = 4;

/**
 * Makes a function that takes the reports of one work, and gives the steps of a second once it has seen enough of them.
 *
 * @returns {(progress: { done: number }) => number | undefined}
 */
export function rateMeter() {
  /** @type {{ done: number, at: number } | undefined} */
  let first;
  let seen = 0;
  return ({ done }) => {
    const at = performance.now();
    first ??= { done, at };
    return ++seen < REPORTS || at === first.at ? undefined : (1000 * (done - first.done)) / (at - first.at);
  };
}
