// bigint-crypto-utils: the tests of its last release that had any. tests/node/package/bigint-mod-arith.test.ts has random numbers.
import { describe } from 'node:test';
import { init } from 'powmod';
import * as arithmetic from 'powmod/bigint-mod-arith';
import { counted, provesWork } from './on-powmod.mjs';
import { nanForErrors, runMochaFile } from './own-tests.mjs';
import { pathIn } from './packages.mjs';

const pm = await init();
const { on, count } = counted({ ...arithmetic, isProbablyPrime: async (n) => pm.isProbablePrime(BigInt(n)) });

describe('its own tests', () => {
  for (const file of ['abs', 'bitLength', 'gcd', 'isProbablyPrime', 'lcm', 'modInv', 'modPow', 'toZn'])
    runMochaFile(pathIn('bigint-crypto-utils-with-tests', `test/${file}.js`), {
      '../dist/bigint-crypto-utils-latest.node': nanForErrors(on),
    });
});

provesWork(count);
