// Every program of MIGRATING.md runs, before and after the migration, and computes the values that it states. It
// imports the files that the document shows, and the package's examples.
import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installConsumers } from '../../../workshop/consumers/install.mjs';
import { document, folder } from '../../../workshop/consumers/migrating.mjs';
import { blocksOf } from '../../../workshop/markdown.mjs';
import { runExample } from '../../structure/examples.mjs';
import { root } from '../../support/vectors.ts';

await installConsumers();

const place = fileURLToPath(folder);
const examples = join(place, 'blind-rsa');
if (!existsSync(examples)) symlinkSync(join(root, 'crate/js/examples/blind-rsa'), examples, 'junction');

for (const section of document.split(/^## /m).slice(1)) {
  const [title = ''] = section.split('\n');
  test(title, async () => {
    const [program, ...others] = blocksOf(section).filter(({ name }) => !name);
    assert.ok(program && others.length === 0, 'a section has one program');
    const name = title.replace(/\W+/g, '-');
    const { values, problems } = await runExample(program.code, { name, folder: place });
    assert.deepEqual(problems, []);
    assert.ok(values >= 2, 'a program that states nothing shows nothing');
  });
}
