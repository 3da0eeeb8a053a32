// node tests/mutants.mjs FOLDER… [--every N]: makes small changes to TypeScript or Solidity, one after the other, all
// or each N-th, and prints those that the tests of their folder let pass. Each file gets its text back.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../crate/build/package.mjs';
import { root } from '../crate/build/run.mjs';
import { ROOMS, testsOf } from './rooms.mjs';

/** The operations of the fuzzer that compute by the folder's code, with their oracles; always the same. */
const OPERATIONS = { 'src/bigint': 'operations on bigint' };
/** Neighbours become one another. */
const PAIRS = '=== !== == != < <= > >= && || + - * % >> << true false'.split(' ');
const CHANGES = [
  ...PAIRS.map((from, i) => [RegExp(`(?<=[ (])${from.replace(/\W/g, '\\$&')}(?=[ ;),])`, 'g'), PAIRS[i ^ 1]]),
  [/\bif \(.*\)(?= (throw|return|continue)\b)/g, 'if (false)'],
  [/(?<=^ +)[\w.#?]+\(.*\);$/g, ';'], // no call
  [/\b\d+(?=n?[;,)])/g, '77'],
];

function* changesOf(file) {
  const original = readFileSync(file, 'utf8');
  for (const [at, line] of original.split('\n').entries())
    for (const [from, to] of /^\s*(\/|\*|import|export \*|type)/.test(line) ? [] : CHANGES)
      for (const { 0: found, index } of line.matchAll(from)) {
        const changed = line.slice(0, index) + to + line.slice(index + found.length);
        const text = original.split('\n').with(at, changed).join('\n');
        yield { file, original, text, shown: `${file.slice(root.length)}:${at + 1}: ${changed.trim()}` };
      }
}

const LIMIT = 240_000;
const env = { ...process.env, POWMOD_CHANGED: '', POWMOD_SEED: '1' };
const isGreen = (...args) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--test', ...args], { cwd: root, env, timeout: LIMIT }).status === 0;
/** The file that is changed now. If the hunt is ended, the process restores it as it exits. */
let changed;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (changed) writeFileSync(changed.file, changed.original);
    process.exit(1);
  });
const { values, positionals } = parseArgs({ options: { every: { type: 'string' } }, allowPositionals: true });
const unknown = positionals.find((room) => !(room in ROOMS));
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(ROOMS).join(', ')}`);
// The next build bundles the sources anew: a hunt that is ended leaves a bundle of changed ones.
rmSync(join(root, 'target/stamps/package'), { force: true });
for (const room of positionals.length ? positionals : Object.keys(ROOMS)) {
  const tests = testsOf(room);
  const test = () =>
    isGreen(...tests) &&
    (!OPERATIONS[room] || isGreen(`--test-name-pattern=${OPERATIONS[room]}`, 'tests/fuzz/js/fuzz.test.ts'));
  const outcome = async () => bundle({ logLevel: 'silent' }).then(test, () => 'no program');
  const files = readdirSync(join(root, 'crate/js', room), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /(?<!generated)\.(ts|sol)$/.test(name));
  const all = sources.flatMap((name) => [...changesOf(join(root, 'crate/js', room, name))]);
  if ((await outcome()) !== true) throw new Error(`${room}: its tests fail without a change`);
  const made = all.filter((_, i) => i % Number(values.every ?? 1) === 0);
  let left = 0;
  for (const { file, original, text, shown } of made) {
    changed = { file, original };
    writeFileSync(file, text);
    if ((await outcome()) === true) console.log(`not noticed, ${++left}: ${shown}`);
    writeFileSync(file, original);
  }
  console.log(`${room}: ${made.length} of ${all.length} changes made, ${left} not noticed`);
  await bundle();
}

// Changes that nobody can notice:
// - pool/threads/scheduler.ts without `busy.add`: while a job is pending, something else holds its scheduler too. A
//   worker that starts has a timer, a script that loads has a promise, and the workers have their jobs: the registry of
//   orphans holds the workers. The line stays: none of these is there for that.
