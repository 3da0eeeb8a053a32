// Each example in the documentation of the package computes what it says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../crate/build/run.mjs';
import { runExample } from './examples.mjs';

const folder = join(root, 'target/examples');
const source = join(root, 'crate/js/src');

for (const file of readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.ts'))) {
  const text = readFileSync(join(source, file), 'utf8').replace(/^ *\* ?/gm, '');
  for (const [i, [, after]] of [...text.matchAll(/^@example\b(.*?)(?=^@|^\/$)/gms)].entries())
    test(`example ${i + 1} of ${file} computes what it says`, async () => {
      const [, code] = /^```ts\n(.*?)^```/ms.exec(after) ?? assert.fail('it has no block of ts');
      const { values, problems } = await runExample(code, { name: `${file.replaceAll('/', '-')}-${i + 1}`, folder });
      assert.deepEqual(problems, []);
      assert.notEqual(values, 0, 'the example states no value');
    });
}

test('the example at the top of the page computes what it says', async () => {
  const [, example] = /<code id="example">(.*?)<\/code>/s.exec(readFileSync(join(root, 'www/index.html'), 'utf8'));
  const { values, problems } = await runExample(example, { name: 'page', folder });
  assert.deepEqual(problems, []);
  assert.equal(values, 1);
});
