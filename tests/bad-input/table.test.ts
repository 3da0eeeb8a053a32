// tests/BAD-INPUT.md lists the error for each mistake. The test compares the list with the actual errors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeTable } from './table.ts';

test('every mistake gives the error in tests/BAD-INPUT.md; npm run bad-input updates the file', async () => {
  const { text, problems } = await makeTable();
  assert.deepEqual(problems, []);
  assert.equal(text, readFileSync(new URL('../BAD-INPUT.md', import.meta.url), 'utf8'));
});
