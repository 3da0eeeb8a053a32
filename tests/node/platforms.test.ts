// The page of measured speeds says what was measured.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('bench/PLATFORMS.md is made of bench/platforms/measured.json', async () => {
  const { pageOf, DATA, PAGE } = await import(new URL('../../bench/platforms/page.mjs', import.meta.url).href);
  assert.equal(readFileSync(PAGE, 'utf8'), pageOf(JSON.parse(readFileSync(DATA, 'utf8'))));
});
