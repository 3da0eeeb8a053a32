// `init()` lets BigInt compute what it computes faster. Results, errors and forms are the same as those of a kernel that
// the caller named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { init, toBigint, toBytes } from 'powmod';
import { inverseOf } from '../../../crate/js/src/bigint/inverse.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { nativePow } from '../../support/native.ts';
import { Random } from '../../support/random.ts';

const random = new Random();
const free = await init();
const named = await init({ kernel: free.kernel });

/** Moduli around the lengths at which the choice changes, odd and even. */
function* moduli() {
  for (const bits of [1, 2, 31, 53, 63, 64, 65, 128, 193, 256, 257, 384, 512, 1024, 1025, 2048, 4097])
    for (const n of [random.number(bits), (1n << BigInt(bits)) - 1n, 1n << BigInt(bits - 1)]) yield n;
}

/** The result, or the error's name and text. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

test(`powers are those of the kernel, and of BigInt, POWMOD_SEED=${random.seed}`, () => {
  for (const n of moduli()) {
    const kept = free.modulus(n);
    for (const bits of [0, 1, 2, 5, 17, 31, 32, 33, 64, 300]) {
      const base = random.pick([0n, 1n, n - 1n, n, 3n * n + 2n, random.bits(100), -random.bits(100)]);
      const exponent = random.pick([random.bits(bits), (1n << BigInt(bits)) - 1n, -random.bits(bits)]);
      const expected = outcome(() => named.modPow(base, exponent, n));
      if (exponent >= 0n) assert.equal(expected, nativePow(((base % n) + n) % n, exponent, n));
      for (const power of [
        () => free.modPow(base, exponent, n),
        () => kept.pow(base, exponent),
        () => free.modPow(base, exponent, toBytes(n)),
      ])
        assert.equal(outcome(power), expected, `${base}^${exponent} mod ${n}`);
      if (base < 0n || exponent < 0n) continue;
      const bytes = [toBytes(base), toBytes(exponent, 50)] as const;
      const length = toBytes(n).length;
      for (const width of [undefined, length, length + 3]) {
        const options = { as: 'bytes', ...(width && { length: width }) } as const;
        const right = toBytes(expected as bigint, width ?? length);
        assert.deepEqual(free.modPow(...bytes, n, options), right);
        assert.deepEqual(kept.pow(...bytes, options), right);
        assert.deepEqual(named.modPow(...bytes, n, options), right);
      }
    }
  }
});

test('products and inverses are those of the kernel', () => {
  for (const n of moduli()) {
    const [kept, ofNamed] = [free.modulus(n), named.modulus(n)];
    for (let i = 0; i < 6; i++) {
      const [a, b] = [0, 1].map(() => random.pick([0n, n - 1n, n, random.bits(70), -random.bits(2100)])) as [
        bigint,
        bigint,
      ];
      for (const as of ['bigint', 'bytes'] as const) {
        const product = named.modMul(a, b, n, { as });
        assert.deepEqual([free.modMul(a, b, n, { as }), kept.mul(a, b, { as })], [product, product]);
        const inverse = outcome(() => named.modInv(a, n, { as }));
        assert.deepEqual(
          outcome(() => free.modInv(a, n, { as })),
          inverse,
        );
        assert.deepEqual(
          outcome(() => kept.inv(a, { as })),
          inverse,
        );
        const all = outcome(() => ofNamed.invAll([a, 1n, b], { as }));
        assert.deepEqual(
          outcome(() => kept.invAll([a, 1n, b], { as })),
          all,
        );
      }
    }
  }
});

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

test('a result in bytes is plain, owns its buffer, and can be longer than the modulus', () => {
  for (const pm of [free, named])
    for (const bytes of [
      pm.modPow(2n, 10n, 1009n, { as: 'bytes', length: 5 }),
      pm.modMul(32n, 32n, 1009n, { as: 'bytes', length: 5 }),
      pm.modulus(1009n).square(2n, 0, { as: 'bytes', length: 5 }),
      toBytes(15n, 5),
    ]) {
      assert.equal(Object.getPrototypeOf(bytes), Uint8Array.prototype);
      assert.equal(bytes.buffer.byteLength, 5);
      assert.equal(bytes.length, 5);
    }
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
  throwsRange(() => toBytes(-1n), /^x: must not be negative$/);
  throwsType(() => toBytes(5 as never), /^x: must be a bigint, not a number$/);
  throwsType(() => toBigint(5n as never), /^bytes: must be a Uint8Array, not a bigint$/);
});
