// tests/BAD-INPUT.md lists the error for each mistake. The test compares the list with the actual errors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeTable, rowsOfCalls } from './table.ts';

const table = () => readFileSync(new URL('../BAD-INPUT.md', import.meta.url), 'utf8');

test('every mistake gives the error in tests/BAD-INPUT.md; npm run bad-input updates the file', async () => {
  const { text, problems } = await makeTable();
  assert.deepEqual(problems, []);
  assert.equal(text, table());
});

test('the kernel bigint gives the same errors, but refuses secrets before their last checks', async () => {
  const isRefused = (line: string) => line.includes('kernel bigint: has no calls for secrets');
  const { lines, problems } = await rowsOfCalls('bigint');
  assert.equal(problems.length, 4);
  assert.ok(problems.every(isRefused), String(problems));
  const known = new Set(table().split('\n'));
  assert.deepEqual(
    lines.filter((line) => !isRefused(line) && !known.has(line)),
    [],
  );
});
