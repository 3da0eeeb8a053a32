// The kernels match their list of digests. `npm run reproduce` shows that anyone builds the same kernels.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { digest } from '../../crate/build/digests.mjs';

const folder = fileURLToPath(new URL('../../crate/js/dist/kernels/', import.meta.url));

test('SHA256SUMS has the digest of every kernel', () => {
  const kernels = readdirSync(folder).filter((name) => name.endsWith('.wasm'));
  const listed = readFileSync(`${folder}SHA256SUMS`, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(listed.sort(), kernels.map((name) => `${digest(folder + name)}  ${name}`).sort());
});
