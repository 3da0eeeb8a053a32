// Ethereum's precompiled contract 0x05: all of go-ethereum's vectors, and the rules of EIP-198 and EIP-7823.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { instances } from '../../support/instances.ts';
import { readVector } from '../../support/vectors.ts';

interface Vector {
  Name: string;
  /** Three lengths of 32 bytes, then base, exponent and modulus. */
  Input: string;
  /** As long as the modulus in the input. */
  Expected: string;
}

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const word = (length: number) => length.toString(16).padStart(64, '0');
const number = (value: bigint, length: number) => (length ? value.toString(16).padStart(2 * length, '0') : '');

for (const pm of instances) {
  test(`kernel ${pm.kernel}: the vectors of EIP-198`, async (t) => {
    for (const { Name, Input, Expected } of readVector<Vector[]>('modexp/eip198.json'))
      await t.test(Name, () => assert.deepEqual(pm.modexp(bytesOf(Input)), bytesOf(Expected)));
  });

  test(`kernel ${pm.kernel}: a short input goes on with zeros`, () => {
    assert.deepEqual(pm.modexp(new Uint8Array()), new Uint8Array());
    // 3^5 mod 0x6400
    const whole = bytesOf(`${word(1)}${word(1)}${word(2)}030564`);
    assert.deepEqual(pm.modexp(whole), bytesOf('00f3'));
    assert.deepEqual(pm.modexp(whole.subarray(0, 98)), bytesOf('0000'), 'a modulus of 0');
    assert.deepEqual(pm.modexp(bytesOf(`${word(0)}${word(0)}${word(3)}`)), bytesOf('000000'));
    assert.deepEqual(pm.modexp(bytesOf(`${word(0)}${word(0)}${word(1)}05`)), bytesOf('01'), '0^0 is 1');
    assert.deepEqual(pm.modexp(bytesOf(`${word(0)}${word(0)}${word(2)}0001`)), bytesOf('0000'), 'modulo 1');
    // A length ends in the middle: 1 becomes 2^(8 · 16), which is beyond every limit.
    assert.throws(() => pm.modexp(new Uint8Array(80).fill(1, 79)), /^RangeError: input: /);
  });

  test(`kernel ${pm.kernel}: zeros in front are no length`, () => {
    const of = (bytes: number) => word(bytes) + word(bytes) + word(bytes);
    const padded = (value: bigint) => number(value, 40_000);
    const input = bytesOf(of(40_000) + padded(3n) + padded(5n) + padded(1000n));
    assert.deepEqual(pm.modexp(input), bytesOf(padded(243n)));
    // An exponent of 2^255 zeros, none of which is there.
    const zeros = bytesOf(`${word(0)}${(2n ** 255n).toString(16)}${word(1)}`);
    assert.deepEqual(pm.modexp(zeros), Uint8Array.of(0));
  });

  test(`kernel ${pm.kernel}: the limits are in bits`, async () => {
    const { modexp } = await init({ kernel: pm.kernel, maxBits: 12 });
    const input = (modulus: bigint) => bytesOf(`${word(1)}${word(1)}${word(2)}0305${number(modulus, 2)}`);
    assert.deepEqual(modexp(input(0xfffn)), bytesOf('00f3'));
    assert.throws(() => modexp(input(0x1000n)), /^RangeError: input: the modulus has more than 12 bits/);
  });

  test(`kernel ${pm.kernel}: EIP-7823 limits each number to 1024 bytes`, () => {
    const input = (...lengths: number[]) => bytesOf(lengths.map(word).join(''));
    for (const [lengths, name] of [
      [[1025, 0, 1], 'base'],
      [[0, 1025, 1], 'exponent'],
      [[0, 0, 1025], 'modulus'],
      [[1025, 0, 0], 'base'],
    ] as const) {
      assert.equal(pm.modexp(input(...lengths)).length, lengths[2]);
      const expected = {
        name: 'RangeError',
        message: `input: the ${name} has more than 1024 bytes, the limit of EIP-7823`,
      };
      assert.throws(() => pm.modexp(input(...lengths), { eip7823: true }), expected);
    }
    assert.deepEqual(pm.modexp(input(1024, 1024, 1024), { eip7823: true }), new Uint8Array(1024));
  });
}
