// What ages a hunt, and what does not: changes in a copy of the repository, in which every module counts as built of
// the sources as they are now.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { modules } from '../../crate/build/kernels.mjs';
import { root, run } from '../../crate/build/run.mjs';
import { builds } from '../../workshop/kernel-builds.mjs';

const copy = mkdtempSync(join(tmpdir(), 'powmod-evidence-'));
after(() => rmSync(copy, { recursive: true, force: true }));

const inCopy = (path) => join(copy, path);
const read = (path) => readFileSync(inCopy(path), 'utf8');
function write(path, text) {
  mkdirSync(dirname(inCopy(path)), { recursive: true });
  writeFileSync(inCopy(path), text);
}

const tracked = await run('git', ['ls-files', 'crate', 'tests', 'workshop', 'bench', '*.toml', '*.json', 'Cargo.lock']);
for (const file of tracked.split('\n').filter((each) => each && existsSync(join(root, each))))
  cpSync(join(root, file), inCopy(file), { force: true });
symlinkSync(join(root, 'node_modules'), inCopy('node_modules'));

// What a build leaves, in few bytes. FRESH: each step has just succeeded.
renameSync(inCopy('crate/build/fresh.mjs'), inCopy('crate/build/real-fresh.mjs'));
write(
  'crate/build/fresh.mjs',
  `import { stampOf as real } from './real-fresh.mjs';
  export { digestOf } from './real-fresh.mjs';
  export function stampOf(...given) {
    const stamp = real(...given);
    if (process.env.FRESH) stamp.write();
    return stamp;
  }`,
);
const names = [
  ...modules.map(({ name }) => name),
  'challenge',
  ...builds.map(({ name }) => name.replace(/^(cargo|kernel) /, '')),
];
for (const name of names)
  for (const file of ['powmod_bg.wasm', 'powmod.js']) write(`target/wasm/${name}/package/${file}`, name);
write('crate/js/dist/glue.js', 'export function instantiate() {}');
write('crate/js/src/bigint/challenge.generated.ts', "export const challengeModule = '';");
write('crate/js/src/kernels/join.generated.ts', "export const joiner = '';");
write('crate/js/src/first/fused.generated.ts', "export const fused = '';");
write('crate/js/src/kernels/digests.generated.ts', '');
write('crate/js/src/vdf/rsa-2048.generated.ts', "export const rsa2048 = '';");

const NATIVE = ['fuzz keys', 'fuzz numbers', 'fuzz proofs', 'fuzz class_group'];
const OTHERS = [
  'operations scalar, Node 24',
  'operations bigint, Node 24',
  'differential relaxed, Firefox',
  'fuzz js secrets',
  'fuzz js numbers',
  'bench dudect',
];

/** What each hunt loads in the copy: an object of digests by its name. */
async function loaded(hunts, env = {}) {
  const program = `
    import { loadedBy } from ${JSON.stringify(inCopy('tests/evidence/loaded.mjs'))};
    const all = {};
    for (const hunt of ${JSON.stringify(hunts)}) all[hunt] = (await loadedBy(hunt)).parts;
    console.log(JSON.stringify(all, (key, value) => value ?? null));`;
  return JSON.parse(await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: copy, env }));
}

const before = await loaded([...NATIVE, ...OTHERS], { FRESH: '1' });

/**
 * The hunts, and of each the parts, that are other ones after these changes, or that nobody knows without a build.
 *
 * @param {Record<string, (text: string) => string>} changes by the paths of their files
 */
async function aged(hunts, changes) {
  const texts = Object.keys(changes).map((path) => [path, read(path)]);
  for (const [path, text] of texts) {
    const changed = changes[path](text);
    assert.ok(changed !== text, `${path} has changed`);
    write(path, changed);
  }
  const now = await loaded(hunts);
  for (const [path, text] of texts) write(path, text);
  return hunts
    .map((hunt) => [hunt, Object.keys(before[hunt]).filter((part) => before[hunt][part] !== now[hunt][part])])
    .filter(([, parts]) => parts.length > 0)
    .map(([hunt, parts]) => `${hunt}: ${parts.join(', ')}`);
}

const replacing = (from, to) => (text) => text.replace(from, to);
const appending = (added) => (text) => text + added;

test('every part of a hunt is known after a build', () => {
  for (const [hunt, parts] of Object.entries(before))
    for (const [name, digest] of Object.entries(parts))
      assert.match(String(digest), /^[\da-f]{12}$/, `${hunt}, ${name}`);
  assert.deepEqual(Object.keys(before['fuzz keys']), ['rust']);
  assert.deepEqual(Object.keys(before['operations scalar, Node 24']), ['script', 'scalar', 'scalar-powers']);
  assert.deepEqual(Object.keys(before['operations bigint, Node 24']), ['script']);
  assert.deepEqual(Object.keys(before['differential relaxed, Firefox']), ['script', 'relaxed', 'relaxed-bench']);
  assert.ok(Object.keys(before['bench dudect']).includes('relaxed'));
});

const A_TEST = '\n#[cfg(test)]\nmod more_tests {\n    #[test]\n    fn one() {\n        assert_eq!(1, 1);\n    }\n}\n';
const HARMLESS = {
  'crate/core/src/modulus/montgomery.rs': (text) => `// A comment.\n${text}${A_TEST}`,
  'crate/kernel/src/kernels/simd128.md': appending('\nA document.\n'),
  'crate/core/README.md': appending('\nA document.\n'),
  'crate/kernel/src/kernels/short_tests.rs': appending(A_TEST),
  'crate/kernel/src/lanes/f64x2/wasm.rs': appending('\nconst NOT_NATIVE: u8 = 1;\n'),
  'crate/core/Cargo.toml': replacing('[features]\n', '[features]\nunused = []\n'),
  'Cargo.lock': replacing(/(name = "crypto-bigint"\nversion = ")[\d.]+/, '$199.9.9'),
  'tests/fuzz/src/keys.rs': (text) => text.replace('/// The target.', '/// The target, in other words.'),
  'tests/fuzz/src/lib.rs': (text) =>
    text
      .replace('pub mod keys;', 'pub mod keys;\npub mod newest;')
      .replace('    ("keys", keys::run),', '    ("keys", keys::run),\n    ("newest", newest::run),'),
  'Cargo.toml': (text) =>
    text.replace('[profile.dev]', '# A comment.\n[profile.dev]').replace('lto = "fat"', 'lto = "thin"'),
};

test('a comment, a document, a unit test, a new target, and what it is not made of, age no native hunt', async () =>
  assert.deepEqual(await aged(NATIVE, HARMLESS), []));

test('a comment, a blank, a type, a document and a unit test age no hunt in JavaScript', async () =>
  assert.deepEqual(
    await aged(OTHERS, {
      'crate/js/src/arithmetic/known-modulus.ts': (text) =>
        `// A comment.\n\n${text}\nexport type Unused = bigint | 7;\n`,
      'crate/js/src/powers.ts': replacing('get kernel(): Kernel {', 'get kernel(): Kernel & {} {'),
      'tests/fuzz/differential.js': appending('\n/* A comment. */\n'),
      'tests/fuzz/js/numbers.ts': (text) => `${text}\nexport interface Unused {\n  one: number;\n}\n`,
      'bench/dudect/welch.js': appending('\n// A comment.\n'),
      'crate/build/package.mjs': appending('\n// A comment.\n'),
      'tests/fuzz/LOG.md': appending('\n'),
      'crate/core/src/modulus/montgomery.rs': (text) => `// A comment.\n${text}${A_TEST}`,
      'crate/kernel/src/kernels/simd128.md': appending('\nA document.\n'),
      'crate/core/README.md': appending('\nA document.\n'),
      'crate/kernel/src/kernels/short_tests.rs': appending(A_TEST),
    }),
    [],
  ));

/** One of each kind, where the change is the same for all of a kind. */
const [native, ...ofModules] = ['fuzz keys', 'operations scalar, Node 24', 'bench dudect'];

/** Nobody knows a module's bytes before the build. */
const namesOf = (rows) => rows.map((row) => row.replace(/: .*/, ''));

for (const [what, changes] of Object.entries({
  'another level of optimization': { 'Cargo.toml': replacing('opt-level = "z"', 'opt-level = 1') },
  'another wasm-opt': { 'crate/build/shrink.mjs': replacing("'-Oz'", "'-O1'") },
  'a change of wasm/src/powers/secret.rs': { 'crate/wasm/src/powers/secret.rs': appending('\nconst ONE: u8 = 1;\n') },
  'a change of wire.rs': { 'crate/wasm/src/shared/wire.rs': appending('\nconst ONE: u8 = 1;\n') },
}))
  test(`${what} ages what loads modules, the test of times too, and no native hunt`, async () => {
    assert.deepEqual(namesOf(await aged([native, ...ofModules], changes)), ofModules);
  });

test('a change of the core, or of a constant of a kernel, ages all that is made of it', async () => {
  for (const path of ['crate/core/src/modulus/montgomery.rs', 'crate/kernel/src/kernels/wide.rs']) {
    const change = { [path]: appending('\nconst ONE: u8 = 1;\n') };
    assert.deepEqual(namesOf(await aged([...NATIVE, ...ofModules], change)), [...NATIVE, ...ofModules], path);
  }
});

test('other bytes of a module age the hunts that load it, and no other', async () =>
  assert.deepEqual(
    await aged(OTHERS, { 'target/wasm/relaxed/package/powmod_bg.wasm': appending('.') }),
    ['differential relaxed, Firefox', 'fuzz js secrets', 'fuzz js numbers', 'bench dudect'].map(
      (hunt) => `${hunt}: relaxed`,
    ),
  ));

test('a crate ages the native hunts that are made of it', async () => {
  const one = appending('\nconst ONE: u8 = 1;\n');
  assert.deepEqual(namesOf(await aged(NATIVE, { 'crate/vdf/src/verifier.rs': one })), ['fuzz proofs']);
  assert.deepEqual(namesOf(await aged(NATIVE, { 'crate/chia/src/encoding.rs': one })), ['fuzz class_group']);
  assert.deepEqual(namesOf(await aged(NATIVE, { 'crate/vdf/src/rsa-2048.hex': appending('\n') })), ['fuzz proofs']);
});

test('another sha2 ages what is built of it', async () => {
  const other = { 'Cargo.lock': replacing(/(name = "sha2"\nversion = ")[\d.]+/, '$199.9.9') };
  const hashing = ['fuzz proofs', 'fuzz class_group', ...ofModules];
  assert.deepEqual(namesOf(await aged([native, ...hashing], other)), hashing, 'fuzz keys hashes nothing');
});

test('a target that does nothing is another one, and so is one with another helper, profile or option', async () => {
  const empty = { 'tests/fuzz/src/keys.rs': () => 'pub fn run(_: &[u8]) {}\n' };
  assert.deepEqual(namesOf(await aged(NATIVE, empty)), ['fuzz keys']);
  const helper = { 'tests/fuzz/src/numbers.rs': appending('\nconst ONE: u8 = 1;\n') };
  assert.deepEqual(namesOf(await aged(NATIVE, helper)), ['fuzz keys', 'fuzz numbers']);
  const profile = { 'Cargo.toml': replacing('[profile.dev]\nopt-level = 1', '[profile.dev]\nopt-level = 0') };
  assert.deepEqual(namesOf(await aged(NATIVE, profile)), NATIVE);
  const option = { 'tests/fuzz/libfuzzer.mjs': replacing('-max_len=1024', '-max_len=1') };
  assert.deepEqual(namesOf(await aged(NATIVE, option)), NATIVE);
  const feature = { 'tests/fuzz/Cargo.toml': replacing('["methods", "testing"]', '["testing"]') };
  assert.deepEqual(namesOf(await aged(NATIVE, feature)), NATIVE);
});

test('a script ages the hunts that run it', async () => {
  const script = (path, change) => aged(OTHERS, { [path]: change });
  assert.deepEqual(await script('tests/fuzz/differential.js', replacing('problem) return', 'problem === 1) return')), [
    'differential relaxed, Firefox: script',
  ]);
  assert.deepEqual(await script('bench/dudect/welch.js', replacing('CROPS = 100', 'CROPS = 10')), [
    'bench dudect: script',
  ]);
  assert.deepEqual(
    namesOf(await script('crate/js/src/kernels/choose.ts', appending('\nglobalThis.one = 1;\n'))),
    OTHERS,
  );
});

test('before a build that writes more, nobody knows a script', async () => {
  const path = 'crate/js/src/first/fused.generated.ts';
  renameSync(inCopy(path), inCopy('away'));
  rmSync(inCopy('target/stamps'), { recursive: true });
  assert.deepEqual(await loaded(['bench dudect']), { 'bench dudect': { script: null } });
  renameSync(inCopy('away'), inCopy(path));
});

test('in a clone that was never built, evidence says what it needs', () => {
  for (const path of ['node_modules', 'crate/js/dist/glue.js']) {
    renameSync(inCopy(path), inCopy('away'));
    const { status, stderr } = spawnSync(process.execPath, [inCopy('tests/evidence/evidence.mjs')], {
      encoding: 'utf8',
    });
    renameSync(inCopy('away'), inCopy(path));
    assert.equal(status, 1, path);
    assert.match(stderr, /^Evidence .* nothing is: npm run build, then again\.$/m, path);
  }
});

test('a hunt that writes down what it compiled is of a commit without changes', async () => {
  const git = (...args) =>
    run('git', ['-c', 'user.name=powmod', '-c', 'user.email=powmod@powmod.example', ...args], { cwd: copy });
  await git('init', '--quiet');
  await git('add', 'crate', 'tests', 'Cargo.lock');
  await git('commit', '--quiet', '--message=all');
  const program = `import { commit } from ${JSON.stringify(inCopy('tests/evidence/log.mjs'))};
    console.log(await commit());`;
  const state = async () => (await run(process.execPath, ['--input-type=module', '--eval', program])).trim();
  const clean = await state();
  assert.match(clean, /^[0-9a-f]+$/);
  write('tests/evidence/compiled.json', '[]');
  write('tests/fuzz/LOG.md', '');
  assert.equal(await state(), clean);
  write('tests/evidence/minutes.mjs', '');
  assert.equal(await state(), `${clean}+`);
});
