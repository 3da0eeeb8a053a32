// Each package that workshop/consumers installs as a consumer has its tests here.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('every consumer has tests', () => {
  const names = Object.keys(read('../../workshop/consumers/package.json').dependencies);
  assert.ok(names.length >= 9);
  for (const name of names) {
    const file = `${name.replace('@', '').replace('/', '-')}.test.mjs`;
    assert.ok(existsSync(new URL(file, import.meta.url)), file);
  }
});
