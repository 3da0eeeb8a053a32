// The package in the repository. tests/package tests it packed and installed.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as powmod from 'powmod';
import * as pool from 'powmod/pool';

test('the package exports exactly its public names', () => {
  const names = [
    'MalformedProofError',
    'PowmodError',
    'challengeOf',
    'challengesOf',
    'fromBase64Url',
    'fromHex',
    'groups',
    'init',
    'initSync',
    'readProof',
    'toBase64Url',
    'toBigint',
    'toBytes',
    'toHex',
  ];
  assert.deepEqual(Object.keys(powmod).sort(), names);
});

test('the pool exports exactly its public names, and throws the errors of the package', async () => {
  assert.deepEqual(Object.keys(pool), ['createPool']);
  await assert.rejects(pool.createPool({ kernel: 'scalar', wasm: () => new Uint8Array(9) }), powmod.PowmodError);
});
