// Keeps a line of each long run and commit in tests/fuzz/LOG.md.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

export const LOG = join(root, 'tests/fuzz/LOG.md');

/** The checked-out commit, with a `+` if files have changes. */
export async function commit() {
  const head = (await run('git', ['rev-parse', '--short', 'HEAD'])).trim();
  const changed = await run('git', [
    'status',
    '--porcelain',
    '--',
    'crate',
    'tests',
    'Cargo.lock',
    ':!tests/fuzz/LOG.md',
  ]);
  return changed ? `${head}+` : head;
}

/**
 * The runs of a log.
 *
 * @param {string} text
 * @returns {{ date: string, state: string, what: string, minutes: number, result: string, line: string }[]} `state` is
 *   the commit of the run
 */
export function runsIn(text) {
  return [...text.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (\S+) \| (.*?) \| ([\d.]+) \| (.*) \|$/gm)].map(
    ([line, date, state, what, minutes, result]) => ({ date, state, what, minutes: Number(minutes), result, line }),
  );
}

/** Whether a run found something. */
export const hasFound = ({ result }) => /found: (?!nothing)|(?<!no )difference/.test(result);

/** The log with a run. Of the same run at the same commit it keeps the longest, and what was found in any case. */
export function withRun(text, line) {
  const [run] = runsIn(line);
  const known = runsIn(text).find(({ what, state }) => what === run.what && state === run.state);
  if (!known) return `${text}${line}\n`;
  const isBetter = hasFound(run) === hasFound(known) ? run.minutes >= known.minutes : hasFound(run);
  return isBetter ? text.replace(known.line, () => line) : text;
}

/** Writes the result of a run to the log. `state` is the commit of the run. */
export function log(state, what, minutes, result) {
  const date = new Date().toISOString().slice(0, 10);
  const line = `| ${[date, state, what, minutes.toFixed(1), result].join(' | ')} |`;
  const before = readFileSync(LOG, 'utf8');
  const after = withRun(before, line);
  // Runs beside each other may end at once: what is appended replaces no line of another.
  if (after.startsWith(before)) appendFileSync(LOG, after.slice(before.length));
  else writeFileSync(LOG, after);
  console.log(after === before ? `${line}\nnot kept: the log has a longer run of this commit` : line);
}

/** The result of `work`, and the minutes that it took. */
export async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, minutes: (performance.now() - start) / 60_000 };
}
