// Every method, chosen by its name, agrees with BigInt on every kernel that runs here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { init, type Methods, type PowOptions } from 'powmod/methods';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { instances as verified } from '../../support/instances.ts';
import { nativePow } from '../../support/native.ts';
import { Random } from '../../support/random.ts';

const single: PowOptions[] = [
  { method: 'auto' },
  { method: 'binary' },
  { method: 'binary', earlyExit: 'products' },
  { method: 'binary', earlyExit: 'all' },
  ...[undefined, 1, 2, 3, 5, 8].map((window) => withWindow('mary', window)),
  ...[undefined, 1, 2, 3, 5, 8].map((window) => withWindow('sliding', window)),
  { method: 'sliding', table: 'minimal' },
  { method: 'sliding', table: 'paper' },
  { method: 'auto', window: 4 },
  { table: 'paper' },
];

const joint: PowOptions[] = [
  { method: 'auto' },
  { method: 'separate' },
  ...[undefined, 1, 2, 3].map((window) => withWindow('ary', window)),
  ...[undefined, 1, 2, 3].map((window) => withWindow('yll', window)),
  ...[undefined, 1, 2, 4, 7].map((window) => withWindow('interleaved', window)),
  ...[undefined, 1, 3, 6].map((window) => withWindow('pippenger', window)),
  { method: 'bos-coster' },
  { window: 4 },
];

const kernels = verified.map(({ kernel }) => kernel).filter((kernel) => kernel !== 'bigint');
const instances: Methods[] = await Promise.all(kernels.map((kernel) => init({ kernel })));

function withWindow(method: string, window: number | undefined): PowOptions {
  return window === undefined ? { method } : { method, window };
}

function inWords(options: PowOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** Odd, even and tiny moduli, powers of two, and one modulus of each kernel's awkward lengths. */
const moduli = [
  1n,
  2n,
  98n,
  (1n << 64n) - 1n,
  1n << 100n,
  (1n << 521n) - 1n,
  3n << 500n,
  2n ** 20n * 3n ** 20n,
  (1n << 1024n) - 105n,
];

/** Lengths in bits at the edges of windows and bytes. */
const exponents = [0n, 1n, 2n, 3n, 31n, 32n, (1n << 64n) - 1n, 1n << 64n, (1n << 127n) + 1n, 0xaaaaaaaaaaaaaaaan];

for (const studied of instances) {
  const random = new Random();

  describe(`kernel ${studied.kernel}, POWMOD_SEED=${random.seed}`, () => {
    const all = [...moduli, ...Array.from({ length: 6 }, () => random.number(random.between(2, 2100)))];

    for (const options of single) {
      test(`pow, ${inWords(options)}`, () => {
        for (const n of all)
          for (const e of [...exponents, random.number(random.between(1, 300))])
            for (const base of [0n, 1n, n - 1n, n + 5n, random.bits(200)])
              assert.equal(studied.modPow(base, e, n, options), nativePow(base, e, n), `${base}^${e} mod ${n}`);
      });
    }

    for (const options of joint) {
      test(`products, ${inWords(options)}`, () => {
        for (const n of all)
          for (const a of exponents) {
            const terms = [
              [random.bits(300), a],
              [random.bits(100) + n, random.pick(exponents)],
              [random.pick([0n, 1n, 3n, n - 1n]), random.number(random.between(1, 200))],
            ] as [bigint, bigint][];
            const powers = terms.map(([x, e]) => nativePow(x, e, n));
            const [x, y, z] = powers as [bigint, bigint, bigint];
            const about = `${terms} mod ${n}`;
            assert.equal(studied.modMultiPow(terms.slice(0, 2), n, options), (x * y) % n, about);
            assert.equal(studied.modMultiPow(terms, n, options), (x * y * z) % n, about);
            assert.equal(studied.modMultiPow(terms.slice(0, 1), n, options), x, about);
          }
      });
    }

    test('every method takes a negative exponent', () => {
      for (const options of single) assert.equal(studied.modPow(3n, -77n, 1009n, options), nativePow(3n, 931n, 1009n));
      for (const options of joint) {
        const expected = (nativePow(3n, 931n, 1009n) * nativePow(5n, 77n, 1009n)) % 1009n;
        const terms = [
          [3n, -77n],
          [5n, 77n],
        ] as const;
        assert.equal(studied.modMultiPow(terms, 1009n, options), expected);
      }
    });

    test('a power becomes 0 at once, or midway', () => {
      const n = 2n ** 20n * 3n ** 20n;
      for (const options of single) {
        assert.equal(studied.modPow(294n, 98725745n, 98n, options), 0n);
        for (const k of [19n, 20n, 21n, 10n ** 9n, 1n << 3000n])
          assert.equal(studied.modPow(6n, k, n, options), nativePow(6n, k, n), `6^${k}`);
      }
      assert.equal(studied.modPow(6n, 19n, n, { method: 'binary', earlyExit: 'all' }), 6n ** 19n);
    });
  });
}

const [studied] = instances as [Methods];

test('the methods without a joint table take many bases', () => {
  const random = new Random();
  const n = random.number(1000) | 1n;
  const terms = Array.from({ length: 40 }, (_, i) => [random.bits(1000), random.number(1 + 6 * i)] as const);
  const expected = terms.reduce((product, [x, e]) => (product * nativePow(x, e, n)) % n, 1n);
  for (const method of ['auto', 'separate', 'interleaved', 'pippenger', 'bos-coster'])
    assert.equal(studied.modMultiPow(terms, n, { method }), expected, `${method}, POWMOD_SEED=${random.seed}`);
  for (const method of ['ary', 'yll'])
    throwsRange(() => studied.modMultiPow(terms, n, { method }), /^options\.window: is too wide for so many bases$/);
});

test('methods and windows that do not exist or do not fit are refused', () => {
  const two = [
    [3n, 5n],
    [2n, 5n],
  ] as const;
  const pow = (options: object) => () => studied.modPow(3n, 5n, 7n, options);
  const pow2 = (options: object) => () => studied.modMultiPow(two, 7n, options);
  const multi = (options: object) => () => studied.modMultiPow([[3n, 5n]], 7n, options);

  for (const method of ['fastest', 'parallel', 'ary', 'yll', 'Binary', ''])
    throwsRange(pow({ method }), /^options\.method: /);
  for (const call of [pow2, multi]) {
    for (const method of ['fastest', 'parallel', 'binary', 'mary', 'sliding', ''])
      throwsRange(call({ method }), /^options\.method: /);
    throwsRange(call({ table: 'paper' }), /^options\.table: is for the method 'sliding'$/);
    throwsRange(call({ earlyExit: 'all' }), /^options\.earlyExit: is for the method 'binary'$/);
  }
  for (const call of [pow, pow2, multi]) {
    for (const window of [0, 17, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      throwsRange(call({ window }), /^options\.window: must be a whole number from 1 to 16$/);
    throwsRange(call({ table: 'largest' }), /^options\.table: must be one of minimal, paper$/);
    throwsRange(call({ earlyExit: 'never' }), /^options\.earlyExit: must be one of products, all$/);
  }
  throwsRange(pow({ method: 'sliding', earlyExit: 'all' }), /^options\.earlyExit: is for the method 'binary'$/);
  for (const call of [pow({ method: 'binary', window: 4 }), pow2({ method: 'separate', window: 4 })])
    throwsRange(call, /^options\.window: is for methods that have windows$/);
  throwsRange(multi({ method: 'separate', window: 1 }), /^options\.window: is for methods that have windows$/);
  for (const method of ['binary', 'mary'])
    throwsRange(pow({ method, table: 'minimal' }), /^options\.table: is for the method 'sliding'$/);
  throwsRange(pow2({ method: 'ary', window: 9 }), /^options\.window: is too wide for so many bases$/);
  assert.equal(studied.modPow(3n, 5n, 7n), 5n);
});

test('results have the forms of powmod', () => {
  assert.deepEqual(studied.modPow(2n, 10n, 1000n, { method: 'mary', as: 'bytes', length: 3 }), Uint8Array.of(0, 0, 24));
  assert.deepEqual(studied.modMultiPow([[2n, 10n]], Uint8Array.of(3, 232), { as: 'bytes' }), Uint8Array.of(0, 24));
});

test('counts are those of the methods', () => {
  const n = (1n << 89n) - 1n;
  const e = 0b1011_0001n;
  assert.deepEqual(studied.count(3n, e, n, { method: 'binary' }), { squarings: 7, products: 3 });
  assert.deepEqual(studied.count(3n, e, n, { method: 'sliding', window: 1 }), { squarings: 7, products: 3 });
  assert.deepEqual(studied.count(3n, 0n, n), { squarings: 0, products: 0 });
  assert.deepEqual(studied.count(4n, 1n << 20n, 8n, { method: 'binary', earlyExit: 'all' }), {
    squarings: 1,
    products: 0,
  });
  const terms = [
    [3n, e],
    [5n, e],
  ] as const;
  assert.deepEqual(studied.count(terms, n, { method: 'separate' }), { squarings: 14, products: 7 });
  // Shamir's trick: the product of both bases, and one product for each bit that is set.
  assert.deepEqual(studied.count(terms, n, { method: 'ary', window: 1 }), { squarings: 7, products: 4 });
  throwsType(() => studied.count(3n, 5n, 7n, { as: 'bytes' } as object), /^options\.as: is not an option/);
});

test('only kernels of WebAssembly are there', async () => {
  await assert.rejects(init({ kernel: 'bigint' } as object), /^RangeError: options\.kernel: must be one of auto, /);
  await assert.rejects(init({ maxBits: 0 }), /^RangeError: options\.maxBits: /);
  for (const kernel of kernels) assert.equal((await init({ kernel })).choice.kernel, kernel);
});
