// The code of each page of the specification, block after block, is one program. It computes the values that it states.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { runExample } from '../structure/examples.mjs';

const pages = join(root, 'www/docs/specification');

for (const file of readdirSync(pages))
  test(`${file} computes what it says`, async () => {
    const blocks = blocksOf(readFileSync(join(pages, file), 'utf8'));
    assert.deepEqual([...new Set(blocks.map(({ language }) => language))], ['js']);
    const program = blocks.map(({ code }) => code).join('\n');
    const { values, problems } = await runExample(program, { name: file, folder: join(root, 'target/specification') });
    assert.deepEqual(problems, []);
    assert.notEqual(values, 0, 'the page states no value');
  });
