// The package in the repository. tests/package tests it packed and installed.
import '../../support/built.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as powmod from 'powmod';
import * as pool from 'powmod/pool';
import * as powers from 'powmod/powers';
import { whole } from '../../../crate/js/src/init.ts';
import { powers as ofPowers } from '../../../crate/js/src/powers/entry.ts';
import { variantsOf } from '../../../crate/js/src/start.ts';

test('the package exports exactly its public names', () => {
  const names = [
    'MalformedProofError',
    'PowmodError',
    'challengeOf',
    'challengesOf',
    'choice',
    'fromBase64Url',
    'fromHex',
    'groups',
    'init',
    'initSync',
    'modPow',
    'modPow2',
    'readProof',
    'ready',
    'toBase64Url',
    'toBigint',
    'toBytes',
    'toHex',
  ];
  assert.deepEqual(Object.keys(powmod).sort(), names);
});

test('the entry with powers alone exports exactly its public names, which are those of the package', async () => {
  const names = [
    'PowmodError',
    'fromBase64Url',
    'fromHex',
    'init',
    'initSync',
    'toBase64Url',
    'toBigint',
    'toBytes',
    'toHex',
  ];
  assert.deepEqual(Object.keys(powers).sort(), names);
  const shared = new Set<unknown>(Object.values(powmod));
  for (const [name, value] of Object.entries(powers)) if (!name.startsWith('init')) assert.ok(shared.has(value), name);
  const [pm, all] = [await powers.init(), await powmod.init()];
  assert.deepEqual([String(pm), String(all)], ['[object Powers]', '[object Powmod]']);
  const has = (name: string) => [name in pm, name in all];
  for (const name of ['modPow', 'modulus', 'modexp', 'randomBelow', 'kernel'])
    assert.deepEqual(has(name), [true, true]);
  for (const name of ['verify', 'isProbablePrime', 'randomPrime', 'rsaPrivateKey', 'element'])
    assert.deepEqual(has(name), [false, true], name);
});

test('where the complete modules were asked for, powers take them too', () => {
  assert.equal(variantsOf(whole), whole.variants);
  assert.equal(variantsOf(ofPowers), whole.variants);
});

test('the pool exports exactly its public names, and throws the errors of the package', async () => {
  const { createPool, ...errors } = pool;
  const { MalformedProofError, PowmodError } = powmod;
  assert.deepEqual(errors, { MalformedProofError, PowmodError });
  await assert.rejects(createPool({ kernel: 'scalar', wasm: () => new Uint8Array(9) }), PowmodError);
});
