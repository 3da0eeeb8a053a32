// The limits of lengths: longer numbers are refused at once, and the instance works afterwards.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { groups, init } from 'powmod';
import { throwsRange } from '../../support/errors.ts';

// `any`, because untyped callers may pass anything.
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
const pm: any = await init();
const n = groups['RSA-2048'];

afterEach(() => {
  assert.equal(pm.modPow(3n, 200n, 1009n), 985n);
  assert.equal(pm.modPow2(3n, 200n, 1n, 5n, 1009n), 985n);
});

test('numbers that are too long are refused at once', () => {
  const tooLong = [1n << 65536n, (1n << 80_000_000n) + 1n, -(1n << 80_000_000n), new Uint8Array(10_000_000).fill(255)];
  const start = performance.now();
  for (const value of tooLong) {
    throwsRange(() => pm.modPow(3n, 5n, value), /^modulus: has more than 65536 bits/);
    throwsRange(() => pm.modPow(3n, value, 7n), /^exponent: has more than 65536 bits/);
    throwsRange(() => pm.modulus(value), /^modulus: has more than 65536 bits/);
    throwsRange(() => pm.isProbablePrime(value), /^n: has more than 65536 bits/);
  }
  for (const value of tooLong.slice(1)) {
    throwsRange(() => pm.modPow(value, 5n, 7n), /^base: has more than 262144 bits/);
    throwsRange(() => pm.modInv(value, 7n), /^a: has more than 262144 bits/);
  }
  assert.ok(performance.now() - start < 1000, 'no conversion of 10 MB');
  throwsRange(() => pm.hashToGroup(new Uint8Array(2 ** 20 + 1), n), /^seed: has more than 1048576 bytes$/);
});

test('a number of exactly maxBits bits is allowed', async () => {
  const small = await init({ maxBits: 64 });
  assert.equal(small.modPow(2n, (1n << 64n) - 1n, (1n << 64n) - 1n), 1n << 63n);
  throwsRange(() => small.modPow(2n, 1n << 64n, 5n), /^exponent: has more than 64 bits/);
  assert.equal(small.modPow((1n << 256n) - 1n, 1n, 1n << 63n), (1n << 63n) - 1n);
  throwsRange(() => small.modPow(1n << 256n, 1n, 5n), /^base: has more than 256 bits/);
});
