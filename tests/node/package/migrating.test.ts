// Every block of MIGRATING.md runs, before and after the migration, and computes the values that it states. A block may
// import the package's examples.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installConsumers } from '../../../workshop/consumers/install.mjs';
import { root } from '../../support/vectors.ts';

// Node finds the other libraries from there.
const folder = join(root, 'workshop/consumers');
await installConsumers();

const examples = join(root, 'crate/js/examples');
const text = readFileSync(join(root, 'MIGRATING.md'), 'utf8');
const sections = text.split(/^## /m).slice(1);

/** A line whose value the block states: `m.pow(2n, 10n); // 1024n`. */
const STATED = /^(\S.*); \/\/ (-?\d\S*|true|false)$/gm;

for (const section of sections) {
  const [title = ''] = section.split('\n');
  test(title, () => {
    const code = /```js\n(.*?)```/s.exec(section)?.[1] ?? '';
    assert.ok([...code.matchAll(STATED)].length >= 2, 'a block that states nothing shows nothing');
    const program = code.replace(STATED, "assert.equal(String($1), '$2'.replace(/n$/, ''));");
    const script = `import assert from 'node:assert/strict';\n${program}`;
    const cwd = program.includes("from './") ? examples : folder;
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd });
  });
}

test('the backend of blind RSA is shown as it is, in at most 60 lines', () => {
  const backend = readFileSync(join(examples, 'blind-rsa/backend.mjs'), 'utf8');
  assert.ok(text.includes(`\`\`\`js\n${backend}\`\`\`\n`));
  assert.ok(backend.trimEnd().split('\n').length <= 60);
});
