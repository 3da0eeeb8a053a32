// tests/BAD-INPUT.md says of each mistake what it is answered with, and it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeTable } from './table.ts';

test('every mistake is answered as tests/BAD-INPUT.md says; npm run bad-input writes it anew', async () => {
  const { text, problems } = await makeTable();
  assert.deepEqual(problems, []);
  assert.equal(text, readFileSync(new URL('../BAD-INPUT.md', import.meta.url), 'utf8'));
});
