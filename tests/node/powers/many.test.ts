// Many powers and products at once, symbols, and secret tables and scalars.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Modulus } from 'powmod';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { nativePow, toBytes } from '../../support/native.ts';
import { Random } from '../../support/random.ts';

const n = (1n << 521n) - 1n;

/** Big-endian, in as many bytes as the modulus has. */
const padded = (value: bigint, modulus: bigint) => {
  const length = Math.ceil(modulus.toString(16).length / 2);
  return new Uint8Array(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'));
};

/** Euler's criterion for each prime factor. */
function symbol(a: bigint, primes: readonly bigint[]): number {
  return primes.reduce((product, p) => {
    const power = nativePow(((a % p) + p) % p, (p - 1n) / 2n, p);
    if (power === 0n) return 0;
    return power === 1n ? product : -product || 0;
  }, 1);
}

/** The inverse by Euclid's algorithm. */
function inverseOf(a: bigint, n: bigint): bigint | undefined {
  let [r, x, s, y] = [n, 0n, ((a % n) + n) % n, 1n];
  while (s !== 0n) [r, x, s, y] = [s, y, r % s, x - (r / s) * y];
  return r === 1n ? ((x % n) + n) % n : undefined;
}

for (const pm of instances) {
  const random = new Random();

  describe(`kernel ${pm.kernel}, POWMOD_SEED=${random.seed}`, () => {
    const moduli = [1n, 2n, 97n, 1n << 70n, 6n << 200n, n, random.number(1500), random.number(700) | 1n];

    test('powers of one base agree with BigInt', () => {
      for (const modulus of moduli) {
        const m = pm.modulus(modulus);
        for (const base of [0n, 1n, -2n, modulus + 3n, random.bits(2000)])
          for (const count of [1, 2, 3, 70]) {
            const edges = [0n, 1n, 2n, (1n << 300n) - 1n, 1n << 299n];
            const exponents = Array.from(
              { length: count },
              (_, i) => edges[i] ?? random.number(random.between(0, 300)),
            );
            const expected = exponents.map((e) => nativePow(base, e, modulus));
            assert.deepEqual(m.powers(base, exponents), expected, `${base} mod ${modulus}`);
            const bytes = m.powers(base, exponents.map(toBytes), { as: 'bytes' });
            assert.deepEqual(
              bytes,
              expected.map((power) => padded(power, modulus)),
            );
          }
        m.free();
      }
    });

    test('inverses of many numbers agree with BigInt, and the first without one is named', () => {
      for (const modulus of moduli) {
        const m = pm.modulus(modulus);
        for (const count of [0, 1, 2, 33]) {
          const list = [1n, modulus - 1n, -7n, ...Array.from({ length: 60 }, () => random.bits(700))]
            .filter((a) => inverseOf(a, modulus) !== undefined)
            .slice(0, count);
          const expected = list.map((a) => inverseOf(a, modulus) as bigint);
          assert.deepEqual(m.invAll(list), expected, `modulo ${modulus}`);
          assert.deepEqual(
            m.invAll(
              list.map((a) => toBytes(((a % modulus) + modulus) % modulus)),
              { as: 'bytes' },
            ),
            expected.map((inverse) => padded(inverse, modulus)),
          );
          if (modulus === 1n) continue;
          const place = random.between(0, list.length);
          list.splice(place, 0, modulus);
          const message = `list[${place}]: has no inverse modulo the modulus`;
          assert.throws(() => m.invAll([...list, 0n]), { name: 'RangeError', message });
        }
        m.free();
      }
    });

    test('products of many factors agree with BigInt', () => {
      for (const modulus of moduli) {
        const m = pm.modulus(modulus);
        for (const count of [1, 2, 3, 64, 101]) {
          const factors = Array.from({ length: count }, () =>
            random.pick([modulus - 1n, modulus, 3n * modulus + 1n, -5n, random.bits(700), random.number(64)]),
          );
          const product = factors.reduce((all, factor) => (all * factor) % modulus, 1n);
          const expected = ((product % modulus) + modulus) % modulus;
          assert.equal(m.product(factors), expected, `${factors} mod ${modulus}`);
        }
        m.free();
      }
    });

    test('products of powers, of which some have a table, agree with BigInt', () => {
      for (const modulus of moduli) {
        const m = pm.modulus(modulus);
        const bases = [3n, -5n, random.bits(900)];
        const tables = bases.map((base, i) =>
          m.fixedBase(base, { maxBits: 200, ...(i === 2 && { method: 'residues' }) }),
        );
        const e = () => random.number(random.between(0, 200));
        const terms = [0, 1, 2, 0].map((i) => [bases[i] as bigint, e(), tables[i]] as const);
        const plain = [[7n, e()] as const, [modulus + 2n, e()] as const];
        const all = [...plain, ...terms];
        const power = (list: readonly (readonly [bigint, bigint, unknown?])[]) =>
          list.reduce((product, [base, e]) => (product * nativePow(base, e, modulus)) % modulus, 1n % modulus);
        const mixed = terms.map(([, e, table]) => [table as NonNullable<typeof table>, e] as const);
        assert.equal(m.multiPow(mixed), power(terms), `mod ${modulus}`);
        const [first, ...others] = mixed as [(typeof mixed)[0]];
        const between = [first, ...plain, ...others];
        assert.equal(m.multiPow(between), power(all), `mod ${modulus}`);
        m.free();
      }
    });

    test('negative exponents: an inverse, or an error that names its base', () => {
      const m = pm.modulus(n);
      const g = m.fixedBase(3n);
      assert.equal(
        m.multiPow([
          [g, -5n],
          [7n, 2n],
        ]),
        (nativePow(pm.modInv(3n, n), 5n, n) * 49n) % n,
      );
      assert.deepEqual(m.powers(3n, [-2n, 2n]), [pm.modInv(9n, n), 9n]);
      const even = pm.modulus(100n);
      const ten = even.fixedBase(10n);
      throwsRange(
        () =>
          even.multiPow([
            [3n, 1n],
            [ten, -1n],
          ]),
        /^terms\[1\]\[0\]: has no inverse modulo the modulus$/,
      );
      throwsRange(
        () =>
          even.multiPow([
            [ten, 1n],
            [10n, -1n],
          ]),
        /^terms\[1\]\[0\]: has no inverse modulo the modulus$/,
      );
      throwsRange(() => even.powers(10n, [2n, -1n]), /^base: has no inverse modulo the modulus$/);
      const long = /^terms\[1\]\[1\]: has more than 8 bits, the table's maxBits$/;
      throwsRange(
        () =>
          even.multiPow([
            [3n, 1n],
            [even.fixedBase(3n, { maxBits: 8 }), 256n],
          ]),
        long,
      );
      const residues = even.fixedBase(3n, { method: 'residues', maxBits: 2 });
      throwsRange(
        () =>
          even.multiPow([
            [3n, 1n],
            [residues, 256n],
          ]),
        /^terms\[1\]\[1\]: is longer than the table serves$/,
      );
    });

    test('the Jacobi symbol is that of Euler’s criterion', () => {
      const [p, q, r] = [(1n << 89n) - 1n, (1n << 107n) - 1n, (1n << 521n) - 1n];
      const products = [[3n], [3n, 3n], [7n, 11n, 13n], [p], [p, q], [p, p, 5n], [r], [r, q, 17n], [r, r, r, r, p]];
      for (const primes of products) {
        const modulus = primes.reduce((product, prime) => product * prime, 1n);
        const m = pm.modulus(modulus);
        const powersOfTwo = [31n, 52n, 64n, 300n].flatMap((k) => [(1n << k) - 1n, 1n << k, (1n << k) + 1n]);
        const near = [-1n, modulus - 2n, modulus, 2n * modulus + 3n, (primes[0] as bigint) * 6n];
        const numbers = Array.from({ length: 150 }, (_, i) =>
          i < 50 ? BigInt(i) : random.number(random.between(1, 700)),
        );
        for (const a of [...powersOfTwo, ...near, ...numbers])
          assert.equal(m.jacobi(a), symbol(a, primes), `${a} / ${primes}`);
        m.free();
      }
      assert.equal(pm.modulus(1n).jacobi(0n), 1);
      assert.equal(pm.modulus(9n).jacobi(Uint8Array.of(2)), 1);
      throwsRange(() => pm.modulus(8n).jacobi(3n), /^modulus: must be odd$/);
      const freed = pm.modulus(9n);
      freed.free();
      throwsType(() => freed.jacobi(2n), /^modulus: was freed$/);
    });

    if (pm.kernel === 'bigint') return;

    test('secret tables, double powers and scalars agree with BigInt', () => {
      for (const modulus of [1n, 3n, 97n, n, (1n << 256n) - 189n, random.number(1500) | 1n, random.number(700) | 1n]) {
        const m = pm.modulus(modulus);
        for (const bits of [1, 8, 61, 256, 300]) {
          const [x, y] = [random.bits(1600), -3n];
          const g = m.fixedBase(x, { maxBits: bits });
          const all = (1n << BigInt(bits)) - 1n;
          for (const e of [0n, 1n, all, 1n << BigInt(bits - 1), random.bits(bits) & all]) {
            const f = all - e;
            const [a, b] = [toBytes(e), toBytes(f)];
            const expected = padded(nativePow(x, e, modulus), modulus);
            assert.deepEqual(g.powSecret(a), expected, `${x}^${e} mod ${modulus}`);
            // Zeros in front change nothing.
            assert.deepEqual(g.powSecret(Uint8Array.of(0, 0, ...a)), expected);
            const double = (nativePow(x, e, modulus) * nativePow(y, f, modulus)) % modulus;
            assert.deepEqual(m.pow2Secret(x, a, y, b, { exponentBits: bits }), padded(double, modulus));
          }
          g.free();
        }
        const scalars = [0n, 1n, modulus - 1n, modulus, modulus + 1n, random.bits(100), random.bits(900)];
        for (const a of scalars)
          for (const [b, c] of [
            [random.pick(scalars), random.pick(scalars)],
            [modulus - 1n, modulus - 1n],
          ] as const) {
            const expected = padded((a * b + c) % modulus, modulus);
            assert.deepEqual(
              m.mulAddSecret(toBytes(a), toBytes(b), toBytes(c)),
              expected,
              `${a}·${b} + ${c} mod ${modulus}`,
            );
          }
        assert.deepEqual(m.mulAddSecret(new Uint8Array(), new Uint8Array(), new Uint8Array()), padded(0n, modulus));
        for (const a of scalars) {
          const inverse = inverseOf(a, modulus);
          if (inverse !== undefined) assert.deepEqual(m.invSecret(toBytes(a)), padded(inverse, modulus));
          else throwsRange(() => m.invSecret(toBytes(a)), /^a: has no inverse modulo the modulus$/);
        }
        m.free();
      }
    });

    test('what secrets refuse', () => {
      const [m, even] = [pm.modulus(97n), pm.modulus(98n)];
      const five = Uint8Array.of(5);
      const refused = /^modulus: must be odd on the secret path$/;
      throwsRange(() => even.fixedBase(3n).powSecret(five), refused);
      throwsRange(() => even.mulAddSecret(five, five, five), refused);
      throwsRange(() => even.invSecret(five), refused);
      throwsRange(
        () => m.fixedBase(3n).powSecret(Uint8Array.of(128)),
        /^exponent: has more than 7 bits, the table's maxBits$/,
      );
      const residues = m.fixedBase(3n, { method: 'residues' });
      throwsRange(() => residues.powSecret(five), /^options\.method: must be 'comb' for secret exponents$/);
    });
  });
}

const [pm] = instances as [(typeof instances)[0]];

test('a table is for the modulus that made it, and for others of its number', () => {
  const [m, other] = [97n, 89n].map((modulus) => pm.modulus(modulus)) as [Modulus, Modulus];
  throwsRange(() => m.multiPow([[other.fixedBase(3n), 5n]]), /^terms\[0\]\[0\]: is a table of another modulus$/);
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
  g.free();
  throwsType(() => m.multiPow([[g, 5n]]), /^fixedBase: was freed$/);
  throwsType(() => g.powSecret(Uint8Array.of(5)), /^fixedBase: was freed$/);
  assert.deepEqual(
    [m, g, m.tables([3n])].map((object) => object.constructor.name),
    ['Modulus', 'FixedBase', 'Tables'],
  );
});

test('random numbers are below n, as long as n, and take all values alike', () => {
  for (const limit of [1n, 2n, 5n, 255n, 256n, 257n, (1n << 64n) + 1n]) {
    const draws = Array.from({ length: 300 }, () => pm.randomBelow(limit));
    const values = draws.map((bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
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
