// The papers' methods, each with each window, on each kernel. `tests/fuzz/src/mod_pow.rs` has them natively.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { multiMethods, singleMethods } from '../../../crate/js/src/border/methods-operations.generated.ts';
import { init } from '../../../workshop/methods/dist/index.js';
import { instances } from '../../support/instances.ts';
import { nativePow } from '../../support/native.js';
import { Random } from '../../support/random.ts';

const withWindows = <M extends string>(methods: readonly M[], widest: number) =>
  methods.flatMap((method) => Array.from({ length: widest }, (_, i) => ({ method, window: i + 1 })));
const single = (widest: number) =>
  [
    {},
    { method: 'binary' },
    { method: 'exit-products' },
    { method: 'exit-all' },
    { method: 'sliding-paper' },
    { method: 'mary' },
    { method: 'sliding' },
    ...withWindows(['mary', 'sliding'] as const, widest),
  ] as const;
const MULTI = [
  {},
  { method: 'separate' },
  { method: 'bos-coster' },
  { method: 'ary' },
  { method: 'yll' },
  ...withWindows(['interleaved', 'pippenger'], 8),
  ...withWindows(['ary', 'yll'], 5),
] as const;

test('each method is compared', () => {
  const methodsIn = (all: readonly { method?: string }[]) =>
    new Set(all.flatMap(({ method }) => (method === undefined ? [] : [method])));
  assert.deepEqual(methodsIn(single(1)), new Set(singleMethods));
  assert.deepEqual(methodsIn(MULTI), new Set(multiMethods));
});

for (const { kernel } of instances)
  if (kernel !== 'bigint')
    test(`${kernel}: each method with each window agrees with BigInt`, async () => {
      const random = new Random();
      const pm = await init({ kernel });
      assert.equal(pm.kernel, kernel);
      for (const n of [1n, 96n, random.number(64), random.number(521) | 1n, 6n << 300n, random.number(1500)])
        for (const bits of [1, 200]) {
          const [x, y] = [random.bits(600), random.number(300)];
          const [a, b] = [random.number(bits), random.number(random.between(0, bits))];
          const about = `${x}^${a}, ${y}^${b} mod ${n}, POWMOD_SEED=${random.seed}`;
          const power = nativePow(x, a, n);
          for (const options of single(n < 100n ? 16 : 6))
            assert.equal(pm.modPow(x, a, n, options), power, `${JSON.stringify(options)}: ${about}`);
          const product = (power * nativePow(y, b, n)) % n;
          const terms = [
            [x, a],
            [y, b],
          ] as const;
          for (const options of MULTI)
            assert.equal(pm.modMultiPow(terms, n, options), product, `${JSON.stringify(options)}: ${about}`);
        }
    });

test('the methods without a joint table take many bases', async () => {
  const random = new Random();
  const pm = await init();
  const n = random.number(1000) | 1n;
  const terms = Array.from({ length: 40 }, (_, i) => [random.bits(1000), random.number(1 + 6 * i)] as const);
  const expected = terms.reduce((product, [x, e]) => (product * nativePow(x, e, n)) % n, 1n);
  for (const method of [undefined, 'separate', 'interleaved', 'pippenger', 'bos-coster'] as const)
    assert.equal(pm.modMultiPow(terms, n, { method }), expected, `${method}, POWMOD_SEED=${random.seed}`);
});

test('operations are counted', async () => {
  const pm = await init();
  assert.deepEqual(pm.count(3n, 0b1011n, 1000n, { method: 'binary' }), { squarings: 3, products: 2 });
  assert.deepEqual(pm.count(6n, 0b1011n, 6n ** 3n, { method: 'exit-products' }), { squarings: 2, products: 1 });
  assert.deepEqual(pm.count(6n, 0b1011n, 6n ** 3n, { method: 'exit-all' }), { squarings: 2, products: 0 });
  const terms = [
    [3n, 0b101n],
    [5n, 0b111n],
  ] as const;
  assert.deepEqual(pm.countMulti(terms, 1000n, { method: 'ary', window: 1 }), { squarings: 2, products: 3 });
});
