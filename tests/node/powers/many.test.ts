// Which of many powers and products is refused, symbols, random numbers, and the limits of tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FixedBase, toBigint, toBytes } from 'powmod';
import { KnownModulus } from '../../../crate/js/src/arithmetic/known-modulus.ts';
import { MetModuli } from '../../../crate/js/src/arithmetic/recall.ts';
import { makeBigint } from '../../../crate/js/src/bigint/bigint.ts';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { publicError } from '../../../crate/js/src/border/refusal.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile } from '../../support/package.ts';
import { Random } from '../../support/random.ts';

type Term = [base: bigint | FixedBase, exponent: bigint];

/** Euler's criterion for each prime factor. */
function symbol(a: bigint, primes: readonly bigint[]): number {
  return primes.reduce((product, p) => {
    const power = nativePow(((a % p) + p) % p, (p - 1n) / 2n, p);
    if (power === 0n) return 0;
    return power === 1n ? product : -product || 0;
  }, 1);
}

for (const pm of instances)
  test(`kernel ${pm.kernel}: which of many has no inverse, or a table that is too short`, () => {
    const even = pm.modulus(100n);
    const ten = even.fixedBase(10n);
    const none = /^terms\[1\]\[0\]: has no inverse modulo the modulus$/;
    const short = even.fixedBase(3n, { exponentBits: 8 });
    const residues = even.fixedBase(3n, { method: 'residues', exponentBits: 2 });
    // The tenth square of 2 modulo 23 is the first again.
    const again = pm.modulus(23n).fixedBase(2n, { method: 'residues', exponentBits: 12 });
    assert.equal(again.pow(1n << 20n), 2n);
    const wrong: [Term, Term, RegExp][] = [
      [[3n, 1n], [ten, -1n], none],
      [[ten, 1n], [10n, -1n], none],
      [[3n, 1n], [short, 256n], /^terms\[1\]\[1\]: has more than 8 bits, the table's exponentBits$/],
      [[3n, 1n], [residues, 256n], /^terms\[1\]\[1\]: is longer than the table serves$/],
    ];
    for (const [first, second, message] of wrong) throwsRange(() => even.multiPow([first, second]), message);
    throwsRange(() => even.powers(10n, [2n, -1n]), /^base: has no inverse modulo the modulus$/);
  });

const [pm] = instances as [(typeof instances)[0]];

test('an inverse of a number that the engine’s BigInt does not hold is the kernel’s', () => {
  const instance = { call: () => Uint8Array.of(5) };
  const known = new KnownModulus({ crossover: () => Infinity, isBigint: true, instance } as never, new MetModuli(), 7n);
  const tooLong = () => {
    throw new RangeError('Maximum BigInt size exceeded');
  };
  Object.defineProperty(known, 'bigint', { get: tooLong });
  assert.equal(known.inv(3n, { asBytes: false, length: undefined }), 5n);
});

test('the Jacobi symbol is that of Euler’s criterion', () => {
  const random = new Random();
  const [p, q, r] = [(1n << 89n) - 1n, (1n << 107n) - 1n, (1n << 521n) - 1n];
  const products = [[3n], [3n, 3n], [7n, 11n, 13n], [p], [p, q], [p, p, 5n], [r], [r, q, 17n], [r, r, r, r, p]];
  for (const primes of products) {
    const modulus = primes.reduce((product, prime) => product * prime, 1n);
    const m = pm.modulus(modulus);
    const powersOfTwo = [31n, 52n, 64n, 300n].flatMap((k) => [(1n << k) - 1n, 1n << k, (1n << k) + 1n]);
    const near = [-1n, modulus - 2n, modulus, 2n * modulus + 3n, (primes[0] as bigint) * 6n];
    const numbers = Array.from({ length: 150 }, (_, i) => (i < 50 ? BigInt(i) : random.number(random.between(1, 700))));
    for (const a of [...powersOfTwo, ...near, ...numbers])
      assert.equal(m.jacobi(a), symbol(a, primes), `${a} / ${primes}, POWMOD_SEED=${random.seed}`);
    m.free();
  }
  assert.equal(pm.modulus(1n).jacobi(0n), 1);
  assert.equal(pm.modulus(9n).jacobi(Uint8Array.of(2)), 1);
});

test('a table is for any modulus of its number', () => {
  const m = pm.modulus(97n);
  for (const kernel of instances)
    assert.equal(
      kernel.modulus(97n).multiPow([
        [kernel.modulus(97n).fixedBase(3n), 4n],
        [5n, 1n],
      ]),
      (81n * 5n) % 97n,
    );
  const g = m.fixedBase(3n);
  const { proxy, revoke } = Proxy.revocable(g, {});
  revoke();
  for (const noTable of [proxy, Object.create(Object.getPrototypeOf(g))])
    throwsType(() => m.multiPow([[noTable, 5n]]), /^terms\[0\]\[0\]: must be /);
});

test('random numbers are below n, as long as n, and take all values alike', () => {
  for (const limit of [1n, 2n, 5n, 255n, 256n, 257n, (1n << 64n) + 1n]) {
    const draws = Array.from({ length: 300 }, () => pm.randomBelow(limit));
    const values = draws.map(toBigint);
    assert.ok(values.every((value) => value < limit));
    assert.ok(draws.every(({ length }) => length === toBytes(limit).length));
    // A value that is missing among 300 draws of five has a probability below 2^−90.
    if (limit <= 5n) assert.equal(new Set(values).size, Number(limit));
  }
  // A third of the values begins with a byte below 0x40. A count that is off by 130 is off by nine standard deviations.
  const limit = 3n << 70n;
  const low = Array.from({ length: 900 }, () => pm.randomBelow(limit)).filter((bytes) => (bytes[0] as number) < 0x40);
  assert.ok(Math.abs(low.length - 300) < 130, `${low.length} of 900 were in the lowest third`);
});

test('the default length of a table is that of the modulus', () => {
  const P = (1n << 521n) - 1n;
  const g = pm.modulus(P).fixedBase(3n);
  assert.equal(g.pow(P), 3n);
  throwsRange(() => g.pow(P + 1n), /^exponent: has more than 521 bits, the table's exponentBits$/);
});

test('tables that would be too large are refused before anything is allocated', () => {
  const m = pm.modulus((1n << 65535n) + 1n);
  const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const before = held();
  throwsRange(
    () => m.fixedBase(3n, { exponentBits: 65536, method: 'residues' }),
    /^options\.exponentBits: must not be above/,
  );
  throwsRange(() => m.tables([3n, 5n], { window: 16 }), /^options\.window: the tables would be too large$/);
  throwsRange(() => m.tables(new Array(65536).fill(3n)), /^bases: the tables would be too large$/);
  assert.ok(held() - before < 2e6, 'nothing large was allocated');
  assert.equal(m.tables([3n]).multiPow([5n]), 243n);
  m.free();
});

test('a table cannot be used with another modulus, not even below the package', () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  const [seven, nine] = [7n, 9n].map((n) => toBytes(n)) as [Uint8Array, Uint8Array];
  const table = instance.call(operations.fixedBase, { modulus: seven, base: 3n, exponentBits: 10, residues: false });
  const tables = instance.call(operations.tables, { modulus: seven, bases: [3n], window: 2 });
  const given = { terms: [], tables: [{ table, exponent: 2n }] };
  assert.deepEqual(instance.call(operations.multiPow, { modulus: seven, ...given }), Uint8Array.of(2));
  const wrong = /^table: belongs to another modulus$/;
  const secret = { bytes: Uint8Array.of(2), width: 2 };
  throwsRange(() => instance.call(operations.fixedBasePowSecret, { modulus: nine, table, exponent: secret }), wrong);
  throwsRange(
    () => instance.call(operations.multiPow, { modulus: nine, ...given }),
    /^table\[0\]: belongs to another modulus$/,
  );
  throwsRange(() => instance.call(operations.tablesPow, { modulus: nine, tables, exponents: [2n] }), wrong);
});

test('an operation without factors gives 1 modulo the modulus, in WebAssembly and in BigInt', () => {
  for (const instance of [new WasmInstance(new WebAssembly.Module(kernelFile('scalar'))), makeBigint(publicError)])
    for (const n of [1n, 2n, 9n, 2n ** 127n - 1n]) {
      const modulus = toBytes(n);
      const one = toBytes(1n % n, modulus.length);
      assert.deepEqual(instance.call(operations.multiPow, { modulus, terms: [], tables: [] }), one);
      assert.deepEqual(instance.call(operations.product, { modulus, factors: [] }), one);
      const lists = [instance.call(operations.powers, { modulus, base: 3n, exponents: [] })];
      lists.push(instance.call(operations.invAll, { modulus, list: [] }));
      assert.deepEqual(lists, [[], []]);
      const none = { modulus, list: [], exponent: toBytes(3n) };
      assert.deepEqual(instance.call(operations.areRootsOfUnity, none), []);
    }
});
