// Each wrong argument gives a clear error, and the instance works afterwards.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { groups, init } from 'powmod';
import { throwsRange, throwsType } from './errors.ts';

// `any`, because untyped callers may pass anything.
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
const pm: any = await init();
const n = groups['RSA-2048'];

afterEach(() => {
  assert.equal(pm.modPow(3n, 200n, 1009n), 985n);
  assert.equal(pm.modPow2(3n, 200n, 1n, 5n, 1009n), 985n);
});

test('a number, a string or nothing instead of a bigint is a TypeError', () => {
  throwsType(() => pm.modPow(3, 5n, 7n), /^base: must be a bigint or a Uint8Array, not a number$/);
  throwsType(() => pm.modPow(3n, 5, 7n), /^exponent: must be a bigint or a Uint8Array, not a number$/);
  throwsType(() => pm.modPow(3n, 5n, 7), /^modulus: must be a bigint or a Uint8Array, not a number$/);
  throwsType(() => pm.modPow(3n, 5n), /^modulus: must be a bigint or a Uint8Array, not undefined$/);
  throwsType(() => pm.modPow('3', 5n, 7n), /^base: .* not a string$/);
  throwsType(() => pm.modPow(null, 5n, 7n), /^base: .* not null$/);
  throwsType(() => pm.modPow([3], 5n, 7n), /^base: .* not an array$/);
  throwsType(() => pm.modPow(new Uint16Array(2), 5n, 7n), /^base: .* not an object$/);
  throwsType(() => pm.modPow(new ArrayBuffer(2), 5n, 7n), /^base: .* not an object$/);
  throwsType(() => pm.modPow2(1n, 2n, 3, 4n, 5n), /^y: must be/);
  throwsType(() => pm.modPow2(1n, 2n, 3n, 4, 5n), /^b: must be/);
  throwsType(
    () =>
      pm.modMultiPow(
        [
          [1n, 2n],
          [3n, 4],
        ],
        5n,
      ),
    /^terms\[1\]\[1\]: must be/,
  );
  throwsType(() => pm.modMultiPow([[1n, 2n], [3n]], 5n), /^terms\[1\]: must be a \[base, exponent\] pair$/);
  throwsType(() => pm.modMultiPow(5n, 5n), /^terms: must be an array/);
  throwsType(() => pm.modMul(1n, 2, 3n), /^b: must be/);
  throwsType(() => pm.modInv(1, 3n), /^a: must be/);
  throwsType(() => pm.isProbablePrime(7), /^n: must be/);
  throwsType(() => pm.modulus(7), /^modulus: must be/);
  throwsType(() => pm.element(7, n), /^z: must be/);
  throwsType(() => pm.hashToGroup('seed', n), /^seed: must be a Uint8Array, not a string$/);
});

test('a modulus of 0 or below is a RangeError', () => {
  for (const modulus of [0n, -1n, -n, new Uint8Array(), new Uint8Array(256)]) {
    throwsRange(() => pm.modPow(3n, 5n, modulus), /^modulus: must be positive$/);
    throwsRange(() => pm.modulus(modulus), /^modulus: must be positive$/);
    throwsRange(() => pm.modInv(3n, modulus), /^modulus: must be positive$/);
    throwsRange(() => pm.hashToGroup(new Uint8Array(3), modulus), /^modulus: must be positive$/);
  }
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

test('wrong options name the option', () => {
  throwsType(() => pm.modPow(3n, 5n, 7n, 'bytes'), /^options: must be an object, not a string$/);
  throwsType(() => pm.modPow(3n, 5n, 7n, null), /^options: must be an object, not null$/);
  throwsType(() => pm.modPow(3n, 5n, 7n, { windw: 4 }), /^options\.windw: is not an option/);
  throwsType(() => pm.modMul(3n, 5n, 7n, { window: 4 }), /^options\.window: is not an option/);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { as: 'hex' }), /^options\.as: must be one of bigint, bytes$/);
  throwsType(() => pm.modPow(3n, 5n, 7n, { method: 5 }), /^options\.method: must be a string, not a number$/);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { method: 'a b=c' }), /^options\.method: /);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { method: 'fastest' }), /^options\.method: /);
  throwsType(() => pm.modPow(3n, 5n, 7n, { window: '4' }), /^options\.window: must be a number, not a string$/);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { window: 0 }), /^options\.window: must be a whole number from 1 to 16$/);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { window: 2.5 }), /^options\.window: /);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { table: 'best' }), /^options\.table: must be one of minimal, paper$/);
  throwsRange(() => pm.modPow(3n, 5n, 7n, { earlyExit: 'never' }), /^options\.earlyExit: /);
  assert.equal(pm.modPow(3n, 5n, 7n, { method: 'auto', window: 3, table: 'paper' }), 5n);
});

test('wrong options of init name the option', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the point of these tests
  const start: any = init;
  await assert.rejects(start(null), { name: 'TypeError', message: /^options: must be an object/ });
  await assert.rejects(start({ kernels: 'auto' }), {
    name: 'TypeError',
    message: /^options\.kernels: is not an option/,
  });
  await assert.rejects(start({ kernel: 'fast' }), { name: 'RangeError', message: /^options\.kernel: must be one of/ });
  await assert.rejects(start({ kernel: 7 }), { name: 'TypeError', message: /^options\.kernel: must be a string/ });
  await assert.rejects(start({ maxBits: 0 }), { name: 'RangeError', message: /^options\.maxBits: / });
  await assert.rejects(start({ maxBits: 2n }), { name: 'TypeError', message: /^options\.maxBits: must be a number/ });
  await assert.rejects(start({ maxBits: 1e9 }), { name: 'RangeError', message: /^options\.maxBits: / });
  await assert.rejects(start({ wasm: 'x.wasm' }), { name: 'TypeError', message: /^options\.wasm: must be a function/ });
});
