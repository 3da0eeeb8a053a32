// The log of long runs, and what rests on them: SECURITY.md's claims, the hunts and the files of
// tests/evidence/claims.mjs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { claims } from '../evidence/claims.mjs';
import { rowsOf } from '../evidence/evidence.mjs';
import { LOG, runsIn, withRun } from '../evidence/log.mjs';
import { ofJavaScript, targets } from '../evidence/targets.mjs';
import { javascript } from './imports.mjs';

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

test('evidence is of the code of today, or says why not', async () => {
  const run = (state, result = '') => ({ what: 'fuzz x', state, date: '', minutes: 1, result });
  const changes = async (commit) => ({ new: [], old: ['a.rs', 'b.rs'] })[commit];
  const problem = async (...runs) =>
    (await rowsOf([{ claim: 'c', hunts: ['fuzz x'], files: ['src'] }], runs, changes))[0].problem;
  assert.equal(await problem(run('new')), '');
  assert.equal(await problem(run('new'), run('old')), '');
  assert.equal(await problem(), 'has not run');
  assert.equal(await problem(run('old')), 'older than a.rs and 1 more');
  assert.equal(await problem(run('gone')), 'its commit is not in the history');
  assert.equal(await problem(run('new+')), 'ran on files with changes');
  assert.match(await problem(run('new', 'found: crash'), run('new')), /found something/);
});

test('the claims are those of SECURITY.md, each hunt belongs to one, and their files exist', () => {
  const [, table] = read('SECURITY.md').split('\n## Where proof ends\n');
  for (const { claim, files } of claims) {
    assert.ok(table.includes(`\n| ${claim} |`), claim);
    for (const file of files) assert.ok(existsSync(join(root, file.replace(/^:!/, ''))), file);
  }
  const hunts = new Set(claims.flatMap(({ hunts }) => hunts));
  for (const target of targets) assert.ok(hunts.has(`fuzz ${target}`), target);
  const listed = /for \(const target of \[(.*)\]\)/.exec(read('tests/fuzz/js/fuzz.test.ts'))[1].split(', ');
  assert.equal(ofJavaScript.length, listed.length, 'targets of the package');
  for (const { what } of runsIn(readFileSync(LOG, 'utf8'))) assert.ok(hunts.has(what), `no claim rests on ${what}`);
});

test('what the files of a claim leave out, no entry imports that its hunts have', () => {
  const graph = javascript();
  const reached = (...entries) => {
    const files = new Set(entries.map((entry) => `crate/js/src/${entry}.ts`));
    for (const file of files) for (const target of graph.get(file)) files.add(target);
    return [...files];
  };
  const entry = reached('index', 'init-sync', 'powers/index', 'static');
  const pool = reached('pool/index');
  assert.ok(entry.length > 40 && pool.length > 40);
  for (const { hunts, files } of claims)
    for (const out of files.filter((file) => file.startsWith(':!')))
      for (const file of hunts.includes('fuzz js pool-numbers') ? [...entry, ...pool] : entry)
        assert.ok(!file.startsWith(`${out.slice(2)}/`), `${hunts[0]}: ${file}`);
});
