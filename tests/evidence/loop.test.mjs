// What runs again after a change: ten changes, each in a copy of the checkout, with the modules and the suites of the
// first set that are no longer fresh. Each says how many seconds these suites took when they last ran here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lastTimes } from '../../crate/build/last-times.mjs';
import { root, run } from '../../crate/build/run.mjs';

const RUST = ['cargo clippy', 'cargo fmt', 'cargo test', 'clippy core']
  .concat(['chia', 'complete', 'methods', 'powers', 'prover'].map((module) => `clippy ${module}`))
  .sort();
/** These look at every file, and take seconds. */
const ALWAYS = ['biome', 'structure'];
const sorted = (...names) => names.flat().sort();

const append = (text) => (old) => `${old}${text}`;

/** @type {[string, string, (text: string) => string, string[], (name: string) => boolean][]} */
const CHANGES = [
  ['a comment in Rust', 'crate/core/src/natural.rs', append('// A comment.\n'), RUST, () => false],
  [
    'a unit test in Rust',
    'crate/core/src/natural.rs',
    append('#[cfg(test)]\nmod more {\n    #[test]\n    fn one() {}\n}\n'),
    RUST,
    () => false,
  ],
  [
    'a line of the core',
    'crate/core/src/natural.rs',
    append('#[doc(hidden)]\npub const MORE: u32 = 1;\n'),
    sorted(RUST, 'no std', 'evidence'),
    () => true,
  ],
  [
    "a line of Chia's proofs",
    'crate/chia/src/lib.rs',
    append('#[doc(hidden)]\npub const MORE: u32 = 1;\n'),
    sorted(RUST, 'no std', 'evidence'),
    (name) => name.endsWith('-chia'),
  ],
  ['a guide', 'www/docs/guides/05-time-lock.md', append('A sentence.\n'), ['node'], () => false],
  ['a line of the log', 'tests/fuzz/LOG.md', append('\n'), [], () => false],
  ['a test of the page', 'tests/page/verify.ts', append('// A line.\n'), ['chromium', 'types'], () => false],
  ['a script of the page', 'www/src/main.ts', append('// A line.\n'), ['chromium', 'types'], () => false],
  [
    'the order of the build',
    'crate/build/kernels.mjs',
    append('// A line.\n'),
    ['chromium', 'digests', 'evidence', 'fuzz js', 'kernels', 'no std', 'node', 'types'],
    () => false,
  ],
  [
    'a line of the package',
    'crate/js/src/errors.ts',
    append('// A line.\n'),
    ['chromium', 'digests', 'evidence', 'fuzz js', 'kernels', 'node', 'types'],
    () => false,
  ],
];

const last = lastTimes('target/tests/seconds.json');
const copy = mkdtempSync(join(tmpdir(), 'powmod-loop-'));
after(() => rmSync(copy, { recursive: true, force: true }));

/** The digest of each suite of the first set and of each module, in the copy. */
function digests() {
  const script = `
    import { digestOf } from '${copy}/crate/build/fresh.mjs';
    import { modules, sourcesOf } from '${copy}/crate/build/kernels.mjs';
    import { suitesOf } from '${copy}/tests/suites.mjs';
    const suites = suitesOf({ all: false }).filter(({ inputs }) => inputs);
    const ofSuite = ({ name, inputs, readsTokens }) => [name, digestOf(inputs, { readsTokens })];
    const ofModule = (module) => [module.name, digestOf(sourcesOf(module), { readsTokens: true })];
    console.log(JSON.stringify({
      suites: Object.fromEntries(suites.map(ofSuite)),
      modules: Object.fromEntries(modules.map(ofModule)),
    }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: copy, encoding: 'utf8' }),
  );
}

const changed = (before, now) => Object.keys(before).filter((name) => before[name] !== now[name]);

test('after a change only what it decides runs again', async (t) => {
  const files = (await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])).split('\0');
  for (const path of files.filter(Boolean)) cpSync(join(root, path), join(copy, path));
  const before = digests();
  for (const [title, path, edit, suites, isCompiled] of CHANGES)
    await t.test(title, () => {
      const file = join(copy, path);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, edit(text));
      const now = digests();
      writeFileSync(file, text);
      assert.deepEqual(changed(before.suites, now.suites).sort(), sorted(ALWAYS, suites));
      const seconds = sorted(ALWAYS, suites).reduce((sum, name) => sum + (last.of(name) ?? 0), 0);
      t.diagnostic(`${title}: ${suites.join(', ') || 'no more suite'}; ${seconds.toFixed(0)} s`);
      assert.deepEqual(changed(before.modules, now.modules), Object.keys(before.modules).filter(isCompiled));
    });
});
