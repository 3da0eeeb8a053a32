// npm run evidence: prints each claim of SECURITY.md that rests on long runs, each run behind it, the commit that it
// ran on, and whether what it loaded is still what a run would load today. It ends with 1 if anything else is, if
// that is not known without a build, or if a run found something or is missing. claims.mjs is the table.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../crate/build/run.mjs';
import { changedSince } from './code.mjs';
import { loadedBy } from './loaded.mjs';
import { hasFound, LOG, runsIn } from './log.mjs';
import { minutesOf } from './minutes.mjs';

/** What makes a module anew. */
const builds = (name) => (name.endsWith('-bench') ? 'node workshop/kernel-builds.mjs' : 'npm run build');

const unknown = (name) =>
  `${name} is older than its sources or not built, so that nobody knows its bytes: ${builds(name)}`;

/** The part of its minutes that a run must have had. */
const ENOUGH = 0.9;

/**
 * Why a run says nothing of the code of today; empty if it does.
 *
 * @param {import('./log.mjs').Run} run
 * @param {{ parts: Record<string, string | undefined>, files: string[] }} today
 * @param {(commit: string, files: string[]) => Promise<string | undefined>} changed
 */
async function ageOf({ what, state, minutes, loaded }, { parts, files }, changed) {
  if (files.length === 0) return unknown('script');
  if (!loaded) {
    if (state.endsWith('+')) return 'ran on files with changes';
    const path = await changed(state, files);
    if (path === undefined) return 'its commit is not in the history';
    return path && `older than the code of ${path}`;
  }
  const names = [...new Set([...Object.keys(parts), ...Object.keys(loaded)])];
  const other = names.filter((name) => !(name in parts) || (parts[name] && parts[name] !== loaded[name]));
  if (other.length > 0) {
    const path = await changed(state.replace('+', ''), files);
    return `loaded another ${other.join(', ')}${path ? `: older than the code of ${path}` : ''}`;
  }
  const [old] = names.filter((name) => !parts[name]);
  if (old) return unknown(old);
  // A bench ends after its rounds, however fast they are.
  const wanted = what.startsWith('bench') ? 0 : minutesOf(what);
  return minutes < ENOUGH * wanted ? `ran for ${minutes.toFixed(1)} of ${wanted} minutes` : '';
}

/**
 * A row for each claim and hunt, with what is wrong, if anything is. Of runs on the code of today, one that found
 * something counts before one that did not.
 */
export async function rowsOf(claims, runs, { today = loadedBy, changed = changedSince } = {}) {
  const rows = [];
  for (const { claim, hunts } of claims)
    for (const hunt of hunts) {
      const ofHunt = runs.filter(({ what }) => what === hunt);
      const withDigests = ofHunt.filter(({ loaded }) => loaded);
      const judged = [];
      for (const run of withDigests.length ? withDigests : ofHunt) {
        const age = await ageOf(run, await today(hunt), changed);
        judged.push({ ...run, age, problem: age || (hasFound(run) ? `found something: ${run.result}` : '') });
      }
      const current = judged.filter(({ age }) => !age);
      const best = current.find(hasFound) ?? current.at(-1) ?? judged.at(-1) ?? { problem: 'has not run' };
      rows.push({ claim, hunt, ...best });
    }
  return rows;
}

/** Those of these hunts that have not run on the code of today, or found something there. @param {string[]} hunts */
export async function missingHunts(hunts) {
  const rows = await rowsOf([{ claim: '', hunts }], runsIn(readFileSync(LOG, 'utf8')));
  return new Set(rows.filter(({ problem }) => problem).map(({ hunt }) => hunt));
}

/** What every build leaves. */
const isBuilt = ['node_modules/esbuild', 'crate/js/dist/glue.js'].every((path) => existsSync(join(root, path)));

async function print() {
  const { claims } = await import('./claims.mjs');
  const rows = await rowsOf(claims, runsIn(readFileSync(LOG, 'utf8')));
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (isBuilt) await print();
  else {
    console.error('Evidence compares what hunts loaded with what is built, and nothing is: npm run build, then again.');
    process.exitCode = 1;
  }
}
