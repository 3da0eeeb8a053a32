// Keeps a line of each long run and commit in tests/fuzz/LOG.md.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../crate/build/run.mjs';

export const LOG = join(root, 'tests/fuzz/LOG.md');

/** The checked-out commit, with a `+` if files have changes, beside those that hunts write. */
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
    ':!tests/evidence/compiled.json',
  ]);
  return changed ? `${head}+` : head;
}

/**
 * The runs of a log.
 *
 * @param {string} text
 * @returns {Run[]}
 *
 * @typedef {object} Run
 * @property {string} date
 * @property {string} state the commit
 * @property {string} what the hunt
 * @property {number} minutes
 * @property {string} result
 * @property {Record<string, string>} [loaded] the digests of what it loaded; older lines have none
 * @property {string} line
 */
export function runsIn(text) {
  return [...text.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (\S+) \| (.*?) \| ([\d.]+) \| ([^|]*) \|(?: ([^|]*) \|)?$/gm)].map(
    ([line, date, state, what, minutes, result, loaded]) => ({
      ...{ date, state, what, minutes: Number(minutes), result, line },
      ...(loaded && { loaded: Object.fromEntries(loaded.split(', ').map((part) => part.split(' '))) }),
    }),
  );
}

/** What a run loaded, as the log has it. @param {Record<string, string | undefined>} parts */
const inWords = (parts) =>
  Object.entries(parts)
    .map((part) => part.join(' '))
    .join(', ');

/** Whether a run found something. */
export const hasFound = ({ result }) => /found: (?!nothing)|(?<!no )difference/.test(result);

/** Whether two runs are of the same hunt on the same code. */
const isSame = (a, b) =>
  a.what === b.what && (a.loaded && b.loaded ? inWords(a.loaded) === inWords(b.loaded) : a.state === b.state);

/** The log with a run. Of the same run on the same code it keeps the longest, and what was found in any case. */
export function withRun(text, line) {
  const [run] = runsIn(line);
  const known = runsIn(text).find((other) => isSame(other, run));
  if (!known) return `${text}${line}\n`;
  const isBetter = hasFound(run) === hasFound(known) ? run.minutes >= known.minutes : hasFound(run);
  return isBetter ? text.replace(known.line, () => line) : text;
}

/**
 * Writes the result of a run to the log.
 *
 * @param {{ state: string, what: string, minutes: number, result: string, loaded: Record<string, string> }} run `state`
 *   is the commit
 */
export function log({ state, what, minutes, result, loaded }) {
  const date = new Date().toISOString().slice(0, 10);
  const text = result.replaceAll('|', '/'); // a cell of the table
  const line = `| ${[date, state, what, minutes.toFixed(1), text, inWords(loaded)].join(' | ')} |`;
  const before = readFileSync(LOG, 'utf8');
  const after = withRun(before, line);
  // Runs beside each other may end at once: what is appended replaces no line of another.
  if (after.startsWith(before)) appendFileSync(LOG, after.slice(before.length));
  else writeFileSync(LOG, after);
  console.log(after === before ? `${line}\nnot kept: the log has a longer run of this code` : line);
}
