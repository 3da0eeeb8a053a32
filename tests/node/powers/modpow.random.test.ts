// Ten thousand random calls against BigInt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { nativePow, toBytes } from '../../support/native.ts';
import { Random } from '../../support/random.ts';

const CALLS = 10_000;
const pm = await init();
const random = new Random();

test(`${CALLS} random powers and double powers agree with BigInt, kernel ${pm.kernel}, POWMOD_SEED=${random.seed}`, () => {
  for (let call = 0; call < CALLS; call++) {
    const modulus = randomModulus();
    const x = randomBase(modulus);
    const y = randomBase(modulus);
    const a = randomExponent(modulus);
    const b = randomExponent(modulus);
    const xa = nativePow(x, a, modulus);
    const expected = (xa * nativePow(y, b, modulus)) % modulus;
    const about = () => `call ${call}: x ${x} a ${a} y ${y} b ${b} modulus ${modulus}`;

    // Some arguments are bytes, which must make no difference.
    if (call % 8 === 0) {
      const [bx, ba, by, bb, bn] = [x, a, y, b, modulus].map(toBytes) as [
        Uint8Array,
        Uint8Array,
        Uint8Array,
        Uint8Array,
        Uint8Array,
      ];
      assert.equal(pm.modPow(bx, ba, bn), xa, about());
      const bytes = pm.modPow2(bx, ba, by, bb, bn, { as: 'bytes' });
      assert.equal(bytes.length, bn.length);
      assert.equal(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), expected, about());
    } else {
      assert.equal(pm.modPow(x, a, modulus), xa, about());
      assert.equal(pm.modPow2(x, a, y, b, modulus), expected, about());
    }
  }
});

function randomModulus(): bigint {
  const bits = random.between(1, random.pick([8, 64, 256, 1100, 4200]));
  const modulus = random.number(bits);
  return random.between(0, 1) ? modulus | 1n : modulus;
}

/** Sometimes 0, 1, N − 1, or longer than the modulus. */
function randomBase(modulus: bigint): bigint {
  const bits = modulus.toString(2).length;
  switch (random.between(0, 9)) {
    case 0:
      return random.pick([0n, 1n, modulus - 1n, modulus, modulus + 1n]);
    case 1:
      return random.number(random.between(bits + 1, 3 * bits + 100));
    default:
      return random.bits(bits + 31) % modulus;
  }
}

/** Most lengths are short, to save time. */
function randomExponent(modulus: bigint): bigint {
  const bits = modulus.toString(2).length;
  const most = random.pick([1, 4, 17, 33, 64, 64, 160, 160, random.between(0, 19) ? 64 : bits]);
  return random.number(random.between(0, most));
}
