// bigint-crypto-utils: the tests of its last release that had any, and random numbers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { init } from 'powmod';
import * as arithmetic from 'powmod/bigint-mod-arith';
import { counted, provesWork } from './on-powmod.mjs';
import { nanForErrors, runMochaFile } from './own-tests.mjs';
import { load, pathIn } from './packages.mjs';

const utils = await load('bigint-crypto-utils');
const pm = await init();
const { on, count } = counted({ ...arithmetic, isProbablyPrime: async (n) => pm.isProbablePrime(BigInt(n)) });

describe('its own tests', () => {
  for (const file of ['abs', 'bitLength', 'gcd', 'isProbablyPrime', 'lcm', 'modInv', 'modPow', 'toZn'])
    runMochaFile(pathIn('bigint-crypto-utils-with-tests', `test/${file}.js`), {
      '../dist/bigint-crypto-utils-latest.node': nanForErrors(on),
    });
});

test('powers and inverses of random numbers are the same', () => {
  for (const bits of [8, 64, 1024, 2048, 3000])
    for (let i = 0; i < 8; i++) {
      const random = () => BigInt(`0x${Buffer.from(utils.randBitsSync(bits)).toString('hex')}`);
      const [a, e, n] = [random(), random(), random() + 2n];
      assert.equal(on.modPow(a, e, n), utils.modPow(a, e, n));
      const outcome = ({ modInv }) => {
        try {
          return modInv(a, n);
        } catch (error) {
          return String(error);
        }
      };
      assert.equal(outcome(on), outcome(utils));
    }
});

test('primes and composites are told apart', async () => {
  const prime = utils.primeSync(512);
  for (const n of [prime, prime + 2n, prime * prime, prime * utils.primeSync(256), 0n, 1n, 2n, 561n, 3215031751n])
    assert.equal(await on.isProbablyPrime(n), await utils.isProbablyPrime(n, 16, true), `${n}`);
});

provesWork(count);
