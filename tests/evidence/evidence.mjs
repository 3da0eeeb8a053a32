// npm run evidence: prints each claim of SECURITY.md that rests on long runs, each run behind it, the commit that it
// ran on, and whether a file that it covers has changed since. It ends with 1 if any has, or if a run found something
// or is missing. claims.mjs is the table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from '../../crate/build/run.mjs';
import { claims } from './claims.mjs';
import { hasFound, LOG, runsIn } from './log.mjs';

/** The runs of the log, and those of benches, with the newest last. */
function allRuns() {
  const { runs } = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8'));
  const benches = Object.entries(runs)
    .filter(([, { quick }]) => !quick)
    .map(([name, { commit, date, seconds }]) => {
      const state = commit.replace(/-dirty$/, '+');
      return { what: `bench ${name}`, state, date, minutes: seconds / 60, result: '' };
    });
  return [...runsIn(readFileSync(LOG, 'utf8')), ...benches];
}

/**
 * Why a run says nothing of the code of today; empty if it does.
 *
 * @param {{ state: string }} run
 * @param {string[]} files that the run covers
 * @param {(commit: string, files: string[]) => Promise<string[] | undefined>} changes the files that have changed since
 *   a commit; undefined if it is not in the history
 */
async function ageOf({ state }, files, changes) {
  if (state.endsWith('+')) return 'ran on files with changes';
  const changed = await changes(state, files);
  if (!changed) return 'its commit is not in the history';
  return changed.length ? `older than ${changed[0]}${changed.length > 1 ? ` and ${changed.length - 1} more` : ''}` : '';
}

async function changesSince(commit, files) {
  try {
    await run('git', ['merge-base', '--is-ancestor', commit, 'HEAD']);
  } catch {
    return undefined;
  }
  return (await run('git', ['diff', '--name-only', commit, '--', ...files])).split('\n').filter(Boolean);
}

/**
 * A row for each claim and hunt, with what is wrong, if anything is. Of runs on the code of today, one that found
 * something counts before one that did not.
 */
export async function rowsOf(claims, runs, changes = changesSince) {
  const rows = [];
  for (const { claim, hunts, files } of claims)
    for (const hunt of hunts) {
      const judged = [];
      for (const run of runs.filter(({ what }) => what === hunt)) {
        const age = await ageOf(run, files, changes);
        judged.push({ ...run, age, problem: age || (hasFound(run) ? `found something: ${run.result}` : '') });
      }
      const today = judged.filter(({ age }) => !age);
      const best = today.find(hasFound) ?? today.at(-1) ?? judged.at(-1) ?? { problem: 'has not run' };
      rows.push({ claim, hunt, ...best });
    }
  return rows;
}

/** The hunts that have not run on the code of today, or found something there. */
export async function missingHunts() {
  const rows = await rowsOf(claims, allRuns());
  return new Set(rows.filter(({ problem }) => problem).map(({ hunt }) => hunt));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = await rowsOf(claims, allRuns());
  let last;
  for (const { claim, hunt, state, date, minutes, problem } of rows) {
    if (claim !== last) console.log(`\n${claim}`);
    last = claim;
    const ran = state ? `${state}, ${date}, ${minutes.toFixed(1)} min` : '';
    console.log(`  ${problem ? '✗' : '✓'} ${[hunt, ran, problem].filter(Boolean).join(': ')}`);
  }
  const wrong = rows.filter(({ problem }) => problem).length;
  console.log(`\n${rows.length - wrong} of ${rows.length} hunts ran on the code of today`);
  process.exitCode = wrong ? 1 : 0;
}
