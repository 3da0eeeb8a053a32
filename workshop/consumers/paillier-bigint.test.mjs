// paillier-bigint: the tests of its last release that had any, on keys made by that test; and every operation on its
// own arithmetic and on powmod.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as arithmetic from 'powmod/bigint-mod-arith';
import { recipe } from './migrating.mjs';
import { counted, provesWork } from './on-powmod.mjs';
import { runMochaFile } from './own-tests.mjs';
import { load, pathIn } from './packages.mjs';

const utils = await load('bigint-crypto-utils');
const { on, count } = counted(arithmetic);
const theirs = await load('paillier-bigint');
const ours = (await recipe('paillier.mjs')).paillierOn(on);

describe('its own tests', () =>
  runMochaFile(pathIn('paillier-bigint-with-tests', 'test/paillier.js'), {
    '../dist/paillier-bigint-latest.node': ours,
    'bigint-crypto-utils': { ...utils, ...on },
  }));

for (const [bits, isSimple] of [
  [1024, false],
  [2048, true],
])
  test(`${bits} bits: every operation gives the same`, async () => {
    const { publicKey, privateKey } = await theirs.generateRandomKeys(bits, isSimple);
    const { n, g } = publicKey;
    const { lambda, mu, _p: p, _q: q } = privateKey;
    const results = [theirs, ours].map(({ PublicKey, PrivateKey }) => {
      const pub = new PublicKey(n, g);
      const [fast, slow] = [new PrivateKey(lambda, mu, pub, p, q), new PrivateKey(lambda, mu, pub)];
      const [one, other] = [pub.encrypt(123n, 4567n), pub.encrypt(n - 5n, 89n)];
      const all = [one, other, pub.addition(one, other), pub.plaintextAddition(one, 7n), pub.multiply(one, 11n)];
      const plain = all.map((c) => fast.decrypt(c));
      assert.deepEqual(plain, [123n, n - 5n, 118n, 130n, 1353n]);
      return [all, plain, slow.decrypt(one), isSimple && fast.getRandomFactor(one)];
    });
    assert.deepEqual(results[1], results[0]);
  });

provesWork(count);
