// What native BigInt computes without a kernel, and the forms of numbers. tests/fuzz/js compares the calls with BigInt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groups, init, toBigint, toBytes } from 'powmod';
import { inverseOf } from '../../../crate/js/src/bigint/inverse.ts';
import { throwsRange } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { Random } from '../../support/random.ts';

const random = new Random();
const free = await init();
const named = await init({ kernel: free.kernel });

test('the inverse is right by its definition, for every pair of short numbers and for long ones', () => {
  const check = (a: bigint, n: bigint) => {
    const inverse = inverseOf(a, n);
    if (inverse === undefined) return assert.notEqual(gcd(a, n), 1n, `${a} mod ${n}`);
    assert.ok(inverse >= 0n && inverse < n);
    return assert.equal((a * inverse) % n, 1n % n, `${a} mod ${n}`);
  };
  for (let n = 1n; n < 150n; n++) for (let a = 0n; a < n; a++) check(a, n);
  // Consecutive Fibonacci numbers have the most quotients, and neighbours the longest one.
  let [f, g] = [1n, 2n];
  while (g < 1n << 3000n) [f, g] = [g, f + g];
  check(f, g);
  for (let i = 0; i < 500; i++) {
    const n = random.number(random.between(1, 2200));
    for (const a of [1n, 2n, n - 1n, n / 2n, random.bits(40), random.bits(2200)]) check(a % n, n);
  }
});

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

test('x^0 is 1, 0^0 too, and everything is 0 modulo 1', () => {
  for (const pm of instances)
    for (const n of [1n, 2n, 7n, 8n, 12n, (1n << 521n) - 1n, 1n << 600n, (1n << 700n) - 4n]) {
      const one = 1n % n;
      const m = pm.modulus(n);
      for (const x of [0n, 1n, -1n, n, n - 1n, 5n]) {
        const powers = [
          pm.modPow(x, 0n, n),
          pm.modPow2(x, 0n, 0n, 0n, n),
          pm.modMultiPow([[x, 0n]], n),
          m.pow(x, 0n),
          m.pow2(x, 0n, 0n, 0n),
          m.multiPow([[x, 0n]]),
          ...m.powers(x, [0n, 0n]),
          m.fixedBase(x, { exponentBits: 8 }).pow(0n),
          m.tables([x]).multiPow([0n]),
        ];
        assert.deepEqual(powers, new Array(powers.length).fill(one), `${x} modulo ${n}, ${pm.kernel}`);
      }
      const zeros = [pm.modPow(0n, 1n, n), pm.modMul(0n, 5n, n), m.pow(n, 5n), m.product([0n, 5n]), m.square(0n, 9)];
      assert.deepEqual(zeros, new Array(zeros.length).fill(0n), `0 modulo ${n}, ${pm.kernel}`);
      assert.equal(m.square(1n, 0), one, `${n}, ${pm.kernel}`);
      m.free();
    }
  for (const pm of instances)
    if (pm.kernel !== 'bigint')
      assert.deepEqual([...pm.modPowSecret(0n, Uint8Array.of(0), 7n, { exponentBits: 8 })], [1], pm.kernel);
});

test('a result in bytes is not shorter than the modulus', () => {
  for (const pm of [free, named])
    throwsRange(() => pm.modPow(2n, 3n, 1009n, { as: 'bytes', length: 1 }), /^options\.length: must be at least 2, /);
});

test('toBytes and toBigint', () => {
  for (const bits of [0, 1, 8, 9, 31, 32, 33, 48, 63, 64, 65, 100, 2048])
    for (const x of [random.bits(bits), (1n << BigInt(bits)) - 1n, 1n << BigInt(bits)]) {
      const hex = x.toString(16);
      const least = Math.ceil(hex.length / 2);
      assert.equal(Buffer.from(toBytes(x)).toString('hex'), hex.padStart(2 * least, '0'));
      for (const length of [least, least + 1, 300]) {
        assert.equal(Buffer.from(toBytes(x, length)).toString('hex'), hex.padStart(2 * length, '0'));
        assert.equal(toBigint(toBytes(x, length)), x);
        assert.equal(toBigint(Buffer.from(toBytes(x, length))), x);
      }
      if (least > 1) throwsRange(() => toBytes(x, least - 1), /^x: has more than \d+ bytes$/);
    }
  assert.deepEqual(toBytes(0n, 0), new Uint8Array());
  assert.equal(toBigint(new Uint8Array()), 0n);
});

test('element is min(z mod N, N - z mod N), for a modulus that is fit for a VDF', () => {
  const n = groups['RSA-2048'];
  for (const z of [1n, -1n, n - 1n, n + 1n]) assert.equal(free.element(z, n), 1n);
  assert.equal(free.element(n / 2n, n), n / 2n);
  assert.equal(free.element(n / 2n + 1n, n), n / 2n);
});

test('a number of exactly maxBits bits is allowed, behind any number of zeros', async () => {
  const small = await init({ maxBits: 64 });
  assert.equal(small.modPow(2n, (1n << 64n) - 1n, (1n << 64n) - 1n), 1n << 63n);
  throwsRange(() => small.modPow(2n, 1n << 64n, 5n), /^exponent: has more than 64 bits/);
  assert.equal(small.modPow((1n << 256n) - 1n, 1n, 1n << 63n), (1n << 63n) - 1n);
  throwsRange(() => small.modPow(1n << 256n, 1n, 5n), /^base: has more than 256 bits/);
  assert.equal(small.modPow(new Uint8Array(100_000), 1n, 256n), 0n);
});
