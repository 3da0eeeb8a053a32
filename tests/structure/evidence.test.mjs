// The log of long runs, and what rests on them: SECURITY.md's claims and the hunts of tests/evidence/claims.mjs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { claims } from '../evidence/claims.mjs';
import { rowsOf } from '../evidence/evidence.mjs';
import { LOG, runsIn, withRun } from '../evidence/log.mjs';
import { minutesOf, TOTAL } from '../evidence/minutes.mjs';
import { ofJavaScript, targets } from '../evidence/targets.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const line = (state, minutes, result = 'found: nothing') =>
  `| 2026-11-27 | ${state} | fuzz x | ${minutes} | ${result} |`;

test('the log keeps the longest of a run at each commit, and what was found', () => {
  const ten = withRun('', line('abc1234', '10.0'));
  const states = (text) => runsIn(text).map(({ state, minutes }) => `${state} ${minutes}`);
  assert.equal(withRun(ten, line('abc1234', '1.0')), ten, 'a shorter run of the same commit');
  assert.deepEqual(states(withRun(ten, line('abc1234', '20.0'))), ['abc1234 20']);
  assert.deepEqual(states(withRun(ten, line('def5678', '1.0'))), ['abc1234 10', 'def5678 1']);
  assert.deepEqual(states(withRun(ten, line('abc1234+', '1.0'))), ['abc1234 10', 'abc1234+ 1']);
  const found = withRun(ten, line('abc1234', '0.1', '5 executions; found: $&/crash-1'));
  assert.deepEqual(
    runsIn(found).map(({ result }) => result),
    ['5 executions; found: $&/crash-1'],
  );
  assert.equal(withRun(found, line('abc1234', '30.0')), found, 'a longer run does not hide what a shorter one found');
  const differs = line('abc1234', '2.0', '5 products; a difference: 1n');
  assert.equal(withRun(withRun('', line('abc1234', '2.0', '5 products; no difference')), differs), `${differs}\n`);
});

test('every line of the log is a run', () => {
  const lines = readFileSync(LOG, 'utf8').match(/^\| \d.*$/gm);
  assert.deepEqual(
    runsIn(readFileSync(LOG, 'utf8')).map(({ line }) => line),
    lines,
  );
});

test('of the same code the log keeps the longest run, at any commit', () => {
  const on = (state, minutes, loaded) => `${line(state, minutes)} ${loaded} |`;
  const first = withRun('', on('abc1234', '10.0', 'script 11, relaxed 22'));
  assert.deepEqual(runsIn(first)[0].loaded, { script: '11', relaxed: '22' });
  assert.equal(withRun(first, on('def5678', '1.0', 'script 11, relaxed 22')), first);
  assert.equal(runsIn(withRun(first, on('abc1234', '1.0', 'script 11, relaxed 33'))).length, 2);
  assert.equal(runsIn(withRun(first, line('def5678', '20.0'))).length, 2, 'a line without digests is of its commit');
});

const HUNT = [{ claim: 'c', hunts: ['fuzz x'] }];
const ran = (state, loaded, result = '') => ({ what: 'fuzz x', state, date: '', minutes: 10, result, loaded });

test('evidence is of what a run loads today, or says why not', async () => {
  const changed = async (commit) => (commit === 'old' ? 'a.rs' : '');
  const today = async () => ({ parts: { script: '11', relaxed: '22', wide: undefined }, files: ['src'] });
  const problem = async (...runs) => (await rowsOf(HUNT, runs, { today, changed }))[0].problem;
  const all = { script: '11', relaxed: '22' };
  assert.match(await problem(ran('new', all)), /^wide is older than its sources or not built.*: npm run build$/);
  assert.match(await problem(ran('new', { ...all, wide: '33' })), /^wide is older/);
  assert.equal(await problem(ran('new', { script: '11', wide: '33' })), 'loaded another relaxed');
  assert.equal(await problem(ran('new', { ...all, wide: '33', scalar: '44' })), 'loaded another scalar');
  assert.equal(
    await problem(ran('old+', { ...all, script: '12' })),
    'loaded another script: older than the code of a.rs',
  );
  assert.match(
    await problem(ran('new'), ran('new', { ...all, script: '12' })),
    /another/,
    'digests say more than a commit',
  );
  const bench = async () => ({ parts: { 'relaxed-bench': undefined }, files: ['src'] });
  const [row] = await rowsOf(HUNT, [ran('new', { 'relaxed-bench': '11' })], { today: bench, changed });
  assert.match(row.problem, /: node workshop\/kernel-builds\.mjs$/);

  const without = async () => ({ parts: { script: undefined }, files: [] });
  for (const run of [ran('new', all), ran('new')])
    assert.match(
      (await rowsOf(HUNT, [run], { today: without, changed }))[0].problem,
      /^script is older .*: npm run build$/,
    );

  const known = async () => ({ parts: all, files: ['src'] });
  const judged = async (...runs) => (await rowsOf(HUNT, runs, { today: known, changed }))[0].problem;
  assert.equal(await judged(ran('gone+', all)), '');
  assert.equal(await judged(ran('new', all), ran('new', { ...all, script: '12' })), '');
  assert.match(await judged(ran('new', all, 'found: crash'), ran('new', all)), /found something/);
  assert.equal(await judged(), 'has not run');
});

test('a run that was shorter than a release asks is no evidence', async () => {
  const claims = [{ claim: 'c', hunts: ['fuzz kernels'] }];
  const today = async () => ({ parts: { rust: '11' }, files: ['src'] });
  const problem = async (minutes) => {
    const run = { ...ran('new', { rust: '11' }), what: 'fuzz kernels', minutes };
    return (await rowsOf(claims, [run], { today, changed: async () => '' }))[0].problem;
  };
  assert.equal(await problem(0.1), `ran for 0.1 of ${minutesOf('fuzz kernels')} minutes`);
  assert.equal(await problem(minutesOf('fuzz kernels')), '');
});

test('a line without digests is judged by the code at its commit', async () => {
  const today = async () => ({ parts: { script: undefined }, files: ['src'] });
  const changed = async (commit) => ({ new: '', old: 'a.rs' })[commit];
  const problem = async (...runs) => (await rowsOf(HUNT, runs, { today, changed }))[0].problem;
  assert.equal(await problem(ran('new')), '');
  assert.equal(await problem(ran('new'), ran('old')), '');
  assert.equal(await problem(ran('old')), 'older than the code of a.rs');
  assert.equal(await problem(ran('gone')), 'its commit is not in the history');
  assert.equal(await problem(ran('new+')), 'ran on files with changes');
  assert.match(await problem(ran('new', undefined, 'found: crash'), ran('new')), /found something/);
});

test('the claims are those of SECURITY.md, and each hunt belongs to one', () => {
  const [, table] = read('SECURITY.md').split('\n## Where proof ends\n');
  for (const { claim } of claims) assert.ok(table.includes(`\n| ${claim} |`), claim);
  const hunts = new Set(claims.flatMap(({ hunts }) => hunts));
  for (const target of targets) assert.ok(hunts.has(`fuzz ${target}`), target);
  const listed = /for \(const target of \[(.*)\]\)/.exec(read('tests/fuzz/js/fuzz.test.ts'))[1].split(', ');
  assert.equal(ofJavaScript.length, listed.length, 'targets of the package');
  for (const { what } of runsIn(readFileSync(LOG, 'utf8'))) assert.ok(hunts.has(what), `no claim rests on ${what}`);
});

test('each hunt has its minutes, and all of them end in the time of a release', () => {
  const minutes = claims.flatMap(({ hunts }) => hunts).map((hunt) => [hunt, minutesOf(hunt)]);
  for (const [hunt, of] of minutes) assert.ok(of > 0, hunt);
  const total = minutes.reduce((sum, [, of]) => sum + of, 0);
  assert.ok(total <= TOTAL && TOTAL <= 90, `${total} minutes`);
});

test('each target of libFuzzer has a corpus', () => {
  for (const target of targets) assert.ok(existsSync(join(root, `tests/fuzz/corpus/${target}.hex`)), target);
});
