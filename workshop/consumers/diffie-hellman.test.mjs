// diffie-hellman, as crypto-browserify has it: secrets by bn.js, compared with node:crypto.
import assert from 'node:assert/strict';
import { getDiffieHellman } from 'node:crypto';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { pathIn, require } from './packages.mjs';

const { on: pm, count } = counted(await init());
const { useInBn } = await recipe('numbers.cjs');
const theirs = require('diffie-hellman/browser');

/** The copies of bn.js: the newest, and the one of an earlier version in the package. */
const copies = [require('bn.js'), createRequire(pathIn('diffie-hellman', 'browser.js'))('bn.js')];

for (const [i, BN] of copies.entries()) {
  const contexts = Object.getPrototypeOf(BN.red(new BN(7)));
  const bothWays = onPowmod(contexts, () => useInBn(BN, pm), count);

  test(`powers in each kind of context are the same, copy ${i}`, () =>
    bothWays(() => {
      const prime = new BN('1000003');
      const long = new BN(2).pow(new BN(2203)).subn(1);
      return [
        BN.red(prime),
        BN.mont(prime),
        BN.red('k256'),
        BN.red(new BN(7)),
        BN.red(new BN(15)),
        BN.mont(long),
      ].flatMap((red) =>
        [0, 1, 5, 6].flatMap((x) => [0, 1, 2, 65537].map((e) => `${new BN(x).toRed(red).redPow(new BN(e)).fromRed()}`)),
      );
    }));

  if (i === 1)
    test('secrets are those of node:crypto', () =>
      bothWays(() => {
        const [own, other] = [theirs.getDiffieHellman('modp14'), getDiffieHellman('modp14')];
        own.generateKeys();
        const secret = own.computeSecret(other.generateKeys());
        assert.equal(secret.toString('hex'), other.computeSecret(own.getPublicKey()).toString('hex'));
      }));
}

provesWork(count);
