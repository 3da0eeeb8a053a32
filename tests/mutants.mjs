// node tests/mutants.mjs FOLDER… [--every N]: makes small changes to TypeScript or Solidity, one after the other, all or each
// N-th, and prints those that the tests of their folder let pass. Each file gets its text back.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../crate/build/package.mjs';
import { root } from '../crate/build/run.mjs';

/** The tests that notice a change, by its folder in crate/js. */
const ROOMS = {
  'src/bigint': ['kernels/bigint-kernel', 'proofs/bigint-verifier', 'powers/native', 'proofs/verify-entry'],
  'src/vdf': ['proofs/proof-file', 'proofs/verify-entry', '../bad-input/bad-input'],
  'src/border': ['border/sessions', 'border/crossings', 'border/faults', 'border/handles', '../bad-input/bad-input'],
  'src/input': ['powers/native', 'border/reentrance', '../bad-input/bad-input'],
  'src/pool': ['pool/pool', 'pool/pow-all', 'pool/evaluate', 'pool/slices'],
  'examples/evm': ['workshop/consumers/evm-contract'],
};
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

const options = { cwd: root, env: { ...process.env, POWMOD_CHANGED: '' }, timeout: 120_000 };
const { values, positionals } = parseArgs({ options: { every: { type: 'string' } }, allowPositionals: true });
for (const room of positionals.length ? positionals : Object.keys(ROOMS)) {
  const tests = ROOMS[room].map((name) =>
    name.startsWith('workshop/') ? `${name}.test.mjs` : `tests/node/${name}.test.ts`,
  );
  const test = () => spawnSync(process.execPath, ['--import', 'tsx', '--test', ...tests], options).status === 0;
  const outcome = async () => bundle().then(test, () => 'no program');
  const files = readdirSync(join(root, 'crate/js', room), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /(?<!generated)\.(ts|sol)$/.test(name));
  const all = sources.flatMap((name) => [...changesOf(join(root, 'crate/js', room, name))]);
  if ((await outcome()) !== true) throw new Error(`${room}: its tests fail without a change`);
  const made = all.filter((_, i) => i % Number(values.every ?? 1) === 0);
  let left = 0;
  for (const { file, original, text, shown } of made) {
    writeFileSync(file, text);
    if ((await outcome()) === true) console.log(`not noticed, ${++left}: ${shown}`);
    writeFileSync(file, original);
  }
  console.log(`${room}: ${made.length} of ${all.length} changes made, ${left} not noticed`);
  await bundle();
}
