// Edge cases on which every method agrees, and the options of results.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groups, init } from 'powmod';
import { throwsRange } from '../../support/errors.ts';
import { nativePow } from '../../support/native.ts';

const pm = await init();

/** Every call that computes a power. */
const ways: [
  string,
  (base: bigint | Uint8Array, exponent: bigint | Uint8Array, modulus: bigint | Uint8Array) => bigint,
][] = [
  ['modPow', (b, e, n) => pm.modPow(b, e, n)],
  ['modPow2', (b, e, n) => pm.modPow2(b, e, 1n, 1n, n)],
  ['modPow2, second', (b, e, n) => pm.modPow2(5n, 0n, b, e, n)],
  ['modMultiPow of one', (b, e, n) => pm.modMultiPow([[b, e]], n)],
  [
    'modMultiPow of three',
    (b, e, n) =>
      pm.modMultiPow(
        [
          [1n, 9n],
          [b, e],
          [7n, 0n],
        ],
        n,
      ),
  ],
  ['modulus().pow', (b, e, n) => freed(n, (m) => m.pow(b, e))],
  ['modulus().pow2', (b, e, n) => freed(n, (m) => m.pow2(b, e, 3n, 0n))],
  ['modulus().multiPow', (b, e, n) => freed(n, (m) => m.multiPow([[b, e]]))],
];

function freed<T>(modulus: bigint | Uint8Array, use: (m: ReturnType<typeof pm.modulus>) => T): T {
  const m = pm.modulus(modulus);
  try {
    return use(m);
  } finally {
    m.free();
  }
}

for (const [name, pow] of ways) {
  describe(name, () => {
    test('x^0 is 1, also for 0^0, and 0 if the modulus is 1', () => {
      for (const n of [2n, 7n, 8n, 1n << 64n, (1n << 127n) - 1n]) {
        assert.equal(pow(3n, 0n, n), 1n);
        assert.equal(pow(0n, 0n, n), 1n);
        assert.equal(pow(0n, 5n, n), 0n);
        assert.equal(pow(n, 0n, n), 1n);
      }
      assert.equal(pow(3n, 0n, 1n), 0n);
      assert.equal(pow(0n, 0n, 1n), 0n);
      assert.equal(pow(12n, 34n, 1n), 0n);
      assert.equal(pow(12n, -34n, 1n), 0n);
    });

    test('a base is reduced, a negative one into [0, N)', () => {
      for (const n of [1n, 10n, 97n, (1n << 200n) + 1n, 1n << 200n, 3n << 200n]) {
        for (const base of [n, n + 3n, 5n * n + 2n, (1n << 900n) + 1n, -1n, -2n, -n, -n - 4n, -(1n << 900n)]) {
          assert.equal(pow(base, 5n, n), nativePow(base, 5n, n), `${base} mod ${n}`);
        }
      }
    });

    test('a negative exponent uses the inverse, and is an error if there is none', () => {
      assert.equal(pow(3n, -1n, 7n), 5n);
      assert.equal(pow(3n, -2n, 10n), 9n);
      assert.equal(pow(-3n, -3n, 1n << 70n), nativePow(nativePow(-3n, (1n << 68n) - 1n, 1n << 70n), 3n, 1n << 70n));
      throwsRange(() => pow(2n, -1n, 4n), /has no inverse modulo the modulus$/);
      throwsRange(() => pow(0n, -1n, 7n), /has no inverse modulo the modulus$/);
      throwsRange(() => pow(21n, -5n, 7n << 100n), /has no inverse modulo the modulus$/);
    });

    test('bytes are unsigned and big-endian, leading zeros do not count, no bytes mean 0', () => {
      assert.equal(pow(Uint8Array.of(0, 0, 2), Uint8Array.of(0, 10), Uint8Array.of(0, 3, 232)), 24n);
      assert.equal(pow(new Uint8Array(), Uint8Array.of(1), Uint8Array.of(9)), 0n);
      assert.equal(pow(Uint8Array.of(4), new Uint8Array(), Uint8Array.of(9)), 1n);
      assert.equal(pow(Buffer.from('ff', 'hex'), 1n, 256n), 255n);
      assert.equal(pow(new Uint8Array(100_000), 1n, 256n), 0n);
    });
  });
}

test('a residue as bytes is as long as the modulus', () => {
  assert.deepEqual(pm.modPow(2n, 3n, 1n << 64n, { as: 'bytes' }), Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 8));
  assert.deepEqual(pm.modPow(2n, 3n, 1n, { as: 'bytes' }), Uint8Array.of(0));
  assert.deepEqual(pm.modPow(2n, 3n, Uint8Array.of(0, 0, 77), { as: 'bytes' }), Uint8Array.of(8));
  assert.deepEqual(pm.modMul(2n, 3n, 257n, { as: 'bytes' }), Uint8Array.of(0, 6));
  assert.deepEqual(pm.modInv(2n, 257n, { as: 'bytes' }), Uint8Array.of(0, 129));
  assert.equal(pm.modInv(2n, 257n, { as: 'bigint' }), 129n);
});

test('element is min(z mod N, N - z mod N), for a modulus that is fit for a VDF', () => {
  const n = groups['RSA-2048'];
  for (const z of [1n, -1n, n - 1n, n + 1n]) assert.equal(pm.element(z, n), 1n);
  assert.equal(pm.element(n / 2n, n), n / 2n);
  assert.equal(pm.element(n / 2n + 1n, n), n / 2n);
});

test('a number of exactly maxBits bits is allowed', async () => {
  const small = await init({ maxBits: 64 });
  assert.equal(small.modPow(2n, (1n << 64n) - 1n, (1n << 64n) - 1n), 1n << 63n);
  throwsRange(() => small.modPow(2n, 1n << 64n, 5n), /^exponent: has more than 64 bits/);
  assert.equal(small.modPow((1n << 256n) - 1n, 1n, 1n << 63n), (1n << 63n) - 1n);
  throwsRange(() => small.modPow(1n << 256n, 1n, 5n), /^base: has more than 256 bits/);
});
