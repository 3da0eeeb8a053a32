// The package in the repository. tests/package tests it packed and installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as powmod from 'powmod';
import * as pool from 'powmod/pool';
import { root } from '../../support/vectors.ts';

test('the package exports exactly its public names', () => {
  const names = [
    'MalformedProofError',
    'PowmodError',
    'groups',
    'init',
    'initSync',
    'readProof',
    'toBigint',
    'toBytes',
  ];
  assert.deepEqual(Object.keys(powmod).sort(), names);
});

test('the pool exports exactly its public names, and throws the errors of the package', async () => {
  assert.deepEqual(Object.keys(pool), ['createPool']);
  await assert.rejects(pool.createPool({ wasm: () => new Uint8Array(9) }), powmod.PowmodError);
});

test('the wasm files are exported', () => {
  const url = import.meta.resolve('powmod/kernels/scalar.wasm');
  assert.deepEqual([...readFileSync(new URL(url)).subarray(0, 4)], [0, 0x61, 0x73, 0x6d]);
});

test("import('powmod') works from the root", () => {
  const program = "const { init } = await import('powmod'); console.log((await init()).modPow(3n, 5n, 7n))";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stdout, '5n\n', stderr);
});
