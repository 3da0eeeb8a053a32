// The rule of the guide "Draw lots" is that of the page, for lists as people write them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../crate/build/run.mjs';
import { blocksOf } from '../../workshop/markdown.mjs';
import { canonicalNames, drawn, seedOf, textOf, wordOf } from '../../www/src/draw/rule.ts';

// Inside the repository, where it finds the package.
mkdirSync(join(root, 'target'), { recursive: true });
const folder = mkdtempSync(join(root, 'target/draw-'));
after(() => rmSync(folder, { recursive: true }));
const guide = readFileSync(join(root, 'www/docs/guides/18-draw-lots.md'), 'utf8');
const file = join(folder, 'lots.mjs');
writeFileSync(file, blocksOf(guide).find(({ name }) => name === 'lots.mjs').code);
const lots = await import(pathToFileURL(file).href);

const LISTS = [
  'Sofia\nAda\nGrace',
  'Sofia \r\nAda\r\n\r\n\tGrace', // of Windows, without a last line end
  '\ufeffb\u00a0\ne\u0301\n\u00e9\nB', // a byte order mark; one name in two forms
  '\u{1f600}\n\uff5e\nz\n\u{10ffff}', // the order of JavaScript differs
  'Ada\nAda\rAda: blue\u2028Ada', // twice is two lots
  Array.from({ length: 600 }, (_, i) => `name ${i}`).join('\n'), // i takes more than one byte
];

test('the rule of the guide and that of the page give the same seed and order', async () => {
  for (const [i, list] of LISTS.entries()) {
    const names = canonicalNames(list);
    const given = { names, iterations: lots.ITERATIONS };
    assert.deepEqual(lots.namesIn(list), names);
    assert.equal(lots.listOf(names), textOf(given));
    assert.deepEqual(new Uint8Array(lots.seedOf(names)), await seedOf(given));
    const output = (BigInt(i) << 2000n) + 5n; // the hash has its leading zeros too
    const hex = `0x${output.toString(16).padStart(512, '0')}`;
    assert.deepEqual(lots.orderOf(names, output), await drawn(names, names.length, wordOf(hex)));
  }
});

test('a word that would favour the first names is skipped', async () => {
  for (const count of [3, 5, 7, 600]) {
    const names = Array.from({ length: count }, (_, i) => `name ${i}`);
    const fair = 2 ** 32 - (2 ** 32 % count);
    const words = [fair, 2 ** 32 - 1, fair - 1];
    assert.deepEqual(await drawn(names, 1, async (attempt) => words[attempt]), [names.at(-1)]);
  }
});
