// secure-remote-password: its own tests, and powers on jsbn and on powmod.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { init } from 'powmod';
import { run } from '../../crate/build/run.mjs';
import { folder, recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { runMochaFile } from './own-tests.mjs';
import { pathIn, require } from './packages.mjs';

const { on: pm, count } = counted(await init());
const { BigInteger } = require('jsbn');
const { useInJsbn } = await recipe('numbers.cjs');
const bothWays = onPowmod(BigInteger.prototype, () => useInJsbn(BigInteger, pm), count);

describe('its own tests', () => runMochaFile(pathIn('secure-remote-password', 'test.js'), {}));

test('powers of numbers of either sign are the same', () =>
  bothWays(() => {
    const [base, exponent, modulus] = ['5', '65537', '1000003'].map((digits) => new BigInteger(digits));
    assert.equal(`${base.negate().modPow(exponent, modulus)}`, '269073');
    const long = base.pow(9999);
    return [base, long, BigInteger.ZERO].flatMap((x) =>
      [x, x.negate()].flatMap((x) =>
        [modulus, modulus.negate(), modulus.add(BigInteger.ONE), BigInteger.ONE].map((n) => `${x.modPow(exponent, n)}`),
      ),
    );
  }));

test('a suite in CommonJS has powmod in each library from its first line on', async () => {
  const program = `const { BigInteger } = require('jsbn');
const BN = require('bn.js');
const leemon = require('otr/vendor/bigint.js');
const numbers = ['5', '65537', '1000003'];
const [base, exponent, modulus] = numbers.map((digits) => new BigInteger(digits));
const [x, e, n] = numbers.map((digits) => new BN(digits));
const red = BN.red(n);
console.log(\`\${base.modPow(exponent, modulus)} \${x.toRed(red).redPow(e).fromRed()}\`);
console.log(leemon.bigInt2str(leemon.powMod(...numbers.map((digits) => leemon.str2bigInt(digits, 10))), 10));
console.log([BigInteger.prototype.modPow, red.pow, leemon.powMod].every((power) => /pm\\.modPow/.test(power)));`;
  const cwd = fileURLToPath(folder);
  const printed = await run(process.execPath, ['--require', './preload.cjs', '--eval', program], { cwd });
  assert.equal(printed, '730930 730930\n730930\ntrue\n');
});

provesWork(count);
