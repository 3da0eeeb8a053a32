// The order in which benches run, and what is kept of each: bench/run.mjs says how they run.

/** A bench that a neighbour slows down runs at most this number of times. The run that was slowed least is kept. */
const MOST_RUNS = 3;

/**
 * Whether known results hold a bench as this run would measure it.
 *
 * @param {{ name: string, engines?: boolean }} bench
 * @param {Record<string, object>} runs
 * @param {object} run
 */
export function isDone({ name, engines }, runs, run) {
  const labels = ['commit', 'quick', 'processor', ...(engines ? ['engines'] : [])];
  return Boolean(runs[name]) && labels.every((label) => `${runs[name][label] ?? ''}` === `${run[label] ?? ''}`);
}

/**
 * Runs the missing benches once. Then it repeats each chosen bench that a neighbour slowed down, until a run has no
 * neighbour or the bench has run {@link MOST_RUNS} times. `save` gets all results after each bench. So a command that
 * stops loses the results of one bench, and the next command starts with that bench. A bench that fails keeps its
 * older rows.
 *
 * @param {object} plan
 * @param {{ name: string, engines?: boolean }[]} plan.chosen
 * @param {{ name: string }[]} plan.missing those of them to run now
 * @param {{ runs: Record<string, object>, results: Record<string, object[]> }} plan.known
 * @param {object} plan.run what a run records of each of its benches: `commit`, `quick`, `processor`, `engines` and
 *   more
 * @param {(bench: object) => Promise<{ about: object, result: object[] } | undefined>} plan.measure gives nothing if it
 *   fails
 * @param {(kept: { runs: object, results: object }) => void} plan.save
 * @returns {Promise<string[]>} the names of the benches that failed
 */
export async function runBenches({ chosen, missing, known, run, measure, save }) {
  const [runs, results] = [{ ...known.runs }, { ...known.results }];
  const failed = [];
  const { engines, ...labels } = run;
  const keep = ({ name, engines: takesEngines }, measured) => {
    runs[name] = { ...labels, ...(takesEngines && engines && { engines }), ...measured.about };
    results[name] = measured.result;
  };
  for (const bench of missing) {
    const measured = await measure(bench);
    if (measured) keep(bench, measured);
    else failed.push(bench.name);
    save({ runs, results });
  }
  if (run.quick) return failed;
  // A neighbour may have left by then.
  for (let tries = 2; tries <= MOST_RUNS; tries++)
    for (const bench of chosen.filter((bench) => isDone(bench, runs, run))) {
      const { slower, tries: before = 1 } = runs[bench.name];
      if (!slower || before >= tries) continue;
      const measured = await measure(bench);
      if (!measured) failed.push(bench.name);
      else if ((measured.about.slower ?? 0) < slower) keep(bench, measured);
      runs[bench.name].tries = tries;
      save({ runs, results });
    }
  return failed;
}
