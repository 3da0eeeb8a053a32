// Each example in the documentation of the package computes what it says.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { codeOf } from '../../www/src/compute/code.ts';
import { example as readme } from '../package/readme.mjs';
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

const numbers = { x: '3', e: '65537', N: '1000003', exponentBits: 24 };
const [ofThePage, ofSecrets] = [false, true].map((isSecret) => codeOf({ ...numbers, isSecret }, '486750n'));

test('the code of the page computes what it says', async () => {
  for (const code of [ofThePage, ofSecrets]) {
    // For its value
    const stating = code.replace('.then(console.log)', '').replace(/console\.log\((.*)\);/, '$1;');
    const { values, problems } = await runExample(stating, { name: 'page', folder });
    assert.deepEqual(problems, []);
    assert.equal(values, 1);
  }
});

test('what a page may contain builds for the targets of Vite 4 to 6, which take no top-level await', async () => {
  const target = ['es2020', 'edge88', 'firefox78', 'chrome87', 'safari14'];
  const refuses = (code) =>
    transform(code, { target }).then(
      () => false,
      ({ errors }) => errors.some(({ text }) => text.startsWith('Top-level await')),
    );
  assert.ok(await refuses('await 1;'));
  const examples = join(root, 'crate/js/examples');
  const programs = /^srp-6a\.mjs$|^fleet\//; // of servers
  const files = readdirSync(examples, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const ofPages = files.filter((file) => /\.m?js$/.test(file) && !programs.test(file));
  assert.ok(ofPages.length >= 9, `${ofPages}`);
  const all = new Map(ofPages.map((file) => [file, readFileSync(join(examples, file), 'utf8')]));
  const guides = join(root, 'www/docs/guides');
  for (const guide of readdirSync(guides))
    for (const { name, code } of blocksOf(readFileSync(join(guides, guide), 'utf8')))
      if (name === 'page.js') all.set(guide, code);
  all.set('README.md', readme).set('www/index.html', ofThePage).set('www/index.html, secret', ofSecrets);
  for (const [file, code] of all) assert.ok(!(await refuses(code)), file);
});
