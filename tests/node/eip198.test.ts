// Ethereum's modexp precompile: all of go-ethereum's vectors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init } from 'powmod';
import { noVectors, readVector } from '../support/vectors.ts';

interface Vector {
  Name: string;
  /** Three lengths of 32 bytes, then base, exponent and modulus. */
  Input: string;
  /** As long as the modulus in the input. */
  Expected: string;
}

test('the vectors of EIP-198', { skip: noVectors }, async (t) => {
  const pm = await init();
  for (const { Name, Input, Expected } of readVector<Vector[]>('modexp/eip198.json')) {
    await t.test(Name, () => {
      const input = Buffer.from(Input, 'hex');
      const length = (i: number) => Number(BigInt(`0x${input.toString('hex', 32 * i, 32 * i + 32)}`));
      const [baseEnd, exponentEnd, modulusEnd] = [
        96 + length(0),
        96 + length(0) + length(1),
        96 + length(0) + length(1) + length(2),
      ];
      const base = input.subarray(96, baseEnd);
      const exponent = input.subarray(baseEnd, exponentEnd);
      const modulus = input.subarray(exponentEnd, modulusEnd);

      const result = pm.modPow(base, exponent, modulus, { as: 'bytes' });
      assert.equal(
        Buffer.from(result)
          .toString('hex')
          .padStart(2 * modulus.length, '0'),
        Expected,
      );
    });
  }
});
