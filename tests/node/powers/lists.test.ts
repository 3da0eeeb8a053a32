// Lists of any length: none, more than one part, iterables, and their errors. Members of groups, and square roots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, groups, init, toBigint, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { Modulus } from '../../../crate/js/src/arithmetic/modulus.ts';
import { IntegerReader } from '../../../crate/js/src/input/integers.ts';
import { type Progress, ProgressMeter } from '../../../crate/js/src/pool/calls/progress.ts';
import { kindOf, kindsOf, listCallsOfInstance, listCallsOfPool } from '../../bad-input/kinds.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { collect } from '../../support/lists.ts';
import { nativePow } from '../../support/native.js';
import { Random } from '../../support/random.ts';
import { readVector } from '../../support/vectors.ts';

const random = new Random();
const seed = `POWMOD_SEED=${random.seed}`;
const kernels = await Promise.all(
  (['auto', 'scalar', 'bigint'] as const).map(async (kernel) => ({ kernel, pm: await init({ kernel }) })),
);
const P = 2n ** 127n - 1n;

/** More than one part of a list has. */
const MANY = 65_537;

function* count(from: bigint, length: number): Generator<bigint, void> {
  for (let i = 0; i < length; i++) yield from + BigInt(i);
}

async function* later<T>(list: Iterable<T>): AsyncGenerator<T, void> {
  for (const entry of list) {
    if (random.between(0, 9) === 0) await new Promise((resolve) => setImmediate(resolve));
    yield entry;
  }
}

test('no entries give 1 modulo the modulus, or none', async () => {
  for (const { kernel, pm } of kernels) {
    for (const n of [1n, 2n, 8n, 9n, P]) {
      const m = pm.modulus(n);
      assert.equal(m.product([]), 1n % n, `${kernel} ${n}`);
      assert.equal(m.multiPow(new Map()), 1n % n);
      assert.equal(pm.modMultiPow([], n), 1n % n);
      assert.deepEqual(m.product([], { as: 'bytes', length: 17 }), toBytes(1n % n, 17));
      assert.deepEqual([m.powers(3n, []), m.invAll([]), m.inSubgroup([], 3n)], [[], [], []]);
    }
  }
  await using pool = await createPool({ workers: 1 });
  assert.deepEqual([await pool.modMultiPow([], 1n), await pool.modMultiPow(later([]), 7n)], [0n, 1n]);
  assert.deepEqual([await pool.inSubgroup([], 3n, 7n), await collect(pool.modInvAll(later([]), 7n))], [[], []]);
});

test('long lists are computed in parts: as arrays, as iterables, as bytes', () => {
  const factors = [...count(3n, MANY)];
  const expected = factors.reduce((product, factor) => (product * factor) % P, 1n);
  for (const { pm, kernel } of kernels) {
    const m = pm.modulus(P);
    for (const list of [factors, new Set(factors), count(3n, MANY)]) assert.equal(m.product(list), expected, kernel);
    const bytes = factors.map((factor) => toBytes(factor));
    assert.deepEqual(m.product(bytes, { as: 'bytes' }), toBytes(expected, 16));
    const terms = factors.map((factor) => [factor, 1n] as const);
    for (const list of [terms, terms.values(), new Map(terms)]) assert.equal(m.multiPow(list), expected, kernel);
    assert.equal(pm.modMultiPow(terms, P), expected);
    const powers = m.powers(3n, factors);
    assert.equal(powers.length, MANY);
    for (const i of [0, 1, 65_535, 65_536]) assert.equal(powers[i], nativePow(3n, BigInt(3 + i), P), `${kernel} ${i}`);
    const inverses = m.invAll(count(3n, MANY));
    assert.ok(inverses.every((inverse, i) => (inverse * BigInt(3 + i)) % P === 1n));
    throwsRange(() => m.invAll([...factors, P]), /^list\[65537\]: has no inverse modulo the modulus$/);
    throwsRange(() => m.multiPow([...terms, [P, -1n]]), /^terms\[65537\]\[0\]: has no inverse modulo the modulus$/);
    throwsRange(() => pm.modMultiPow([...terms, [0n, -1n]], P), /^terms\[65537\]\[0\]: has no inverse/);
    throwsType(
      () => m.product(new BigUint64Array([3n]) as never),
      /^factors: must be an array .*: write \[\.\.\.array\]$/,
    );
    throwsType(() => m.product([...factors, 5 as never]), /^factors\[65537\]: must be a bigint/);
  }
});

test('a few long numbers are more than one part', () => {
  // 600 numbers of 32 kB; the last modulus has as many bits as a base may have.
  const long = 3n ** 165_000n;
  const list = new Array(600).fill(long);
  for (const { pm } of kernels) {
    const expected = nativePow(long % P, 600n, P);
    assert.equal(pm.modulus(P).product(list), expected);
    assert.equal(
      pm.modulus(P).product(
        list.map((x) => toBytes(x)),
        { as: 'bytes' },
      ).length,
      16,
    );
  }
});

test('an iterable may use its memory again', () => {
  for (const { pm } of kernels) {
    const m = pm.modulus(1009n);
    const same = function* () {
      const bytes = new Uint8Array(1);
      for (let i = 1; i <= 5; i++) yield bytes.fill(i);
    };
    assert.equal(m.product(same()), 120n);
    assert.deepEqual(m.invAll(same()), m.invAll([1n, 2n, 3n, 4n, 5n]));
    assert.deepEqual(m.powers(3n, same()), [3n, 9n, 27n, 81n, 243n]);
    const base = Uint8Array.of(3);
    const exponents = function* () {
      yield 2n;
      base.fill(9);
    };
    assert.deepEqual(m.powers(base, exponents()), [9n]);
    const modulus = Uint8Array.of(101);
    const terms = function* () {
      yield [3n, 2n] as const;
      modulus.fill(7);
    };
    assert.equal(pm.modMultiPow(terms(), modulus), 9n);
  }
});

test('an iterator is told when the call ends early, and never after its end', () => {
  const { pm } = kernels[0] as (typeof kernels)[0];
  const m = pm.modulus(1009n);
  const list = (entries: unknown[]) => {
    let ends = 0;
    const inner = entries.values();
    const iterator = { next: () => inner.next(), return: () => ends++ };
    return { [Symbol.iterator]: () => iterator, ends: () => ends };
  };
  const whole = list([3n, 5n]);
  assert.equal(m.product(whole as never), 15n);
  assert.equal(whole.ends(), 0);
  const broken = list([3n, '5', 7n]);
  throwsType(() => m.product(broken as never), /^factors\[1\]: /);
  assert.equal(broken.ends(), 1);
});

test('an entry that is none is named by its place, and its list is closed, by each call', async () => {
  const { pm } = kernels[0] as (typeof kernels)[0];
  await using pool = await createPool({ workers: 2 });
  const kinds = kindsOf(pm);
  const calls = [...listCallsOfInstance(pm, kinds), ...listCallsOfPool(pool, kinds)];
  for (const { name, argument, kind, call } of calls)
    for (const isLater of name.startsWith('pool.') ? [false, true] : [false]) {
      let ends = 0;
      const [right] = kindOf(kinds, kind).right as unknown[];
      const list = function* () {
        try {
          yield right;
          yield kind === 'terms' ? [3n, 'x'] : 5;
          for (let more = 0; more < 10_000; more++) yield right;
        } finally {
          ends++;
        }
      };
      const results = async () => {
        const result = call(isLater ? later(list()) : list());
        return isLater && !(result instanceof Promise) ? collect(result as AsyncIterable<unknown>) : result;
      };
      const where = `${name}${isLater ? ' of an asynchronous list' : ''}`;
      const place = kind === 'terms' ? `${argument}[1][1]` : `${argument}[1]`;
      const isNamed = ({ name, message }: Error) => name === 'TypeError' && message.startsWith(`${place}: `);
      await assert.rejects(results, isNamed, where);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(ends, 1, `${where} closes its list`);
    }
});

test('the first error of an iterator is the one that counts, in a pool too', async () => {
  const { pm } = kernels[0] as (typeof kernels)[0];
  const throwing = (what: string) => () => {
    throw new Error(what);
  };
  const next = { next: throwing('next'), return: throwing('return') };
  const entry = { next: () => ({ done: false, value: '5' }), return: throwing('return') };
  await using pool = await createPool({ workers: 1 });
  for (const [iterator, message] of [
    [next, /^next$/],
    [entry, /^list\[0\]: must be a bigint/],
  ] as const) {
    const list = { [Symbol.iterator]: () => iterator };
    const asynchronous: object = { [Symbol.asyncIterator]: () => iterator };
    const isFirst = { message };
    assert.throws(() => pm.modulus(1009n).invAll(list as never), isFirst);
    await assert.rejects(pool.modInvAll(list as never, 1009n), isFirst);
    await assert.rejects(collect(pool.modInvAll(asynchronous as AsyncIterable<bigint>, 1009n)), isFirst);
  }
  let ends = 0;
  const counting = { next: throwing('next'), return: () => ends++ };
  assert.throws(() => pm.modulus(1009n).product({ [Symbol.iterator]: () => counting } as never));
  const later = { [Symbol.asyncIterator]: () => counting };
  await assert.rejects(pool.modMultiPow(later as never, 1009n));
  assert.equal(ends, 0);
});

test('a pool takes lists that are asynchronous, and gives their results in order', async () => {
  for (const kernel of ['auto', 'bigint'] as const) {
    await using pool = await createPool({ workers: 2, kernel });
    const n = random.number(700) | 1n;
    const bases = Array.from({ length: 1500 }, () => random.number(800));
    const expected = bases.map((base) => nativePow(base, 65537n, n));
    assert.deepEqual(await collect(pool.modPowAll(later(bases), 65537n, n)), expected, seed);
    assert.deepEqual(await pool.modPowAll(bases.values(), 65537n, n), expected, seed);
    const pairs = bases.map((base) => [base, 65537n] as const);
    const bytes = expected.map((power) => toBytes(power, toBytes(n).length));
    assert.deepEqual(await collect(pool.modPowAll(later(pairs), n, { as: 'bytes' })), bytes, seed);
    assert.deepEqual(await collect(pool.modInvAll(later([3n, 5n]), P)), await pool.modInvAll([3n, 5n], P));
    const product = expected.reduce((product, power) => (product * power) % n, 1n);
    for (const method of ['parallel', undefined] as const)
      for (const list of [pairs, new Set(pairs), later(pairs)])
        assert.equal(await pool.modMultiPow(list, n, method && { method }), product, seed);
    if (kernel === 'bigint') continue;
    const secret = { exponentBits: 17 };
    const exponent = toBytes(65537n);
    assert.deepEqual(await collect(pool.modPowAll(later(bases), exponent, n, { secret })), bytes, seed);
    const again = async function* () {
      const own = new Uint8Array(2);
      for (let i = 0; i < 9; i++) yield [own.fill(i), exponent] as const;
    };
    const of = Array.from({ length: 9 }, (_, i) => nativePow(BigInt(257 * i), 65537n, n));
    const found = await collect(pool.modPowAll(again(), n, { secret }));
    assert.deepEqual(
      found,
      of.map((power) => toBytes(power, toBytes(n).length)),
    );
    assert.deepEqual(exponent, toBytes(65537n));
  }
});

test('an asynchronous list is read no further than the workers need', async () => {
  await using pool = await createPool({ workers: 2 });
  let [read, ends, greatest] = [0, 0, 0];
  const endless = async function* () {
    try {
      for (;;) yield BigInt(read++);
    } finally {
      ends++;
    }
  };
  let taken = 0;
  for await (const power of pool.modPowAll(endless(), 3n, 1009n)) {
    assert.equal(power, BigInt(taken) ** 3n % 1009n);
    greatest = Math.max(greatest, read - taken);
    if (++taken === 5000) break;
  }
  assert.ok(greatest <= 4 * 256, `${greatest} ahead`);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ends, 1);

  const wrong = async function* () {
    yield 3n;
    yield* [0n, 5n];
  };
  await assert.rejects(collect(pool.modInvAll(wrong(), 7n)), /^RangeError: list\[1\]: has no inverse/);
  const fails = async function* () {
    yield 3n;
    throw new Error('mine');
  };
  await assert.rejects(collect(pool.modInvAll(fails(), 7n)), /^Error: mine$/);
  await assert.rejects(pool.modPowAll(endless(), 3n, 0n).next(), /^RangeError: modulus: must be positive$/);
});

test('a signal ends an asynchronous list that gives nothing more; progress has no total before the end', async () => {
  await using pool = await createPool({ workers: 1 });
  const controller = new AbortController();
  const silent = async function* () {
    yield 3n;
    controller.abort(new Error('mine'));
    await new Promise(() => {});
  };
  await assert.rejects(collect(pool.modPowAll(silent(), 3n, 7n, { signal: controller.signal })), /^Error: mine$/);
  await assert.rejects(pool.modMultiPow([[3n, 5n]], 7n, { signal: controller.signal }), /^Error: mine$/);
  let isRead = false;
  const list = async function* () {
    yield* later(count(1n, 300));
    isRead = true;
  };
  let left = Infinity;
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    assert.ok(isRead || total === Infinity, `${total}`);
    left = total - done;
  };
  await collect(pool.modPowAll(list(), 3n, 7n, { onProgress }));
  assert.equal(left, 0);
});

test('the last report has the total, also where all was done before the end was known', async () => {
  const reports: Progress[] = [];
  const meter = new ProgressMeter((progress) => reports.push(progress));
  await new Promise((resolve) => setTimeout(resolve, 150)); // reports come at most ten times a second
  meter.report(5, Infinity);
  meter.finish(5);
  assert.deepEqual(
    reports.map(({ done, total }) => [done, total]),
    [
      [5, Infinity],
      [5, 5],
    ],
  );
});

interface Group {
  p: string;
  q: string;
  g: string;
}

test('members: by the Jacobi symbol modulo a safe prime, else by their powers', async () => {
  const elections = readVector<Record<string, Group>>('groups/elections.json');
  const list: { p: bigint; q: bigint; g: bigint }[] = Object.values(elections)
    .filter((group) => group?.p && group.q && group.g)
    .map(({ p, q, g }) => ({ p: fromHex(p), q: fromHex(q), g: fromHex(g) }));
  assert.ok(list.length >= 2);
  const safe = kernels[0]?.pm.randomPrime(128, { safe: true }) as bigint;
  list.push({ p: safe, q: safe >> 1n, g: 4n }, { p: 23n, q: 11n, g: 4n }, { p: 15n, q: 7n, g: 1n });
  list.push({ p: 8n, q: 2n, g: 3n }, { p: 1n, q: 5n, g: 1n }, { p: 2n, q: 1n, g: 1n });
  await using pool = await createPool({ workers: 2 });
  for (const { p, q, g } of list) {
    const own = Array.from({ length: 3 }, () => nativePow(g, random.number(200), p));
    const others = Array.from({ length: 4 }, () => random.number(p.toString(2).length) % p);
    const numbers = [...own, ...others, p - g, 0n, 1n, p - 1n, p, p + 1n, -1n, -g, p * p + 1n, 1n << 400_000n];
    const expected = numbers.map((x) => x > 0n && x < p && nativePow(x, q, p) === 1n % p);
    const bytes = numbers.map((x) => (x < 0n ? x : new Uint8Array([0, 0, ...toBytes(x)])));
    for (const { pm, kernel } of kernels) {
      const m = pm.modulus(p);
      assert.deepEqual(m.inSubgroup(numbers, q), expected, `${kernel} ${p} ${seed}`);
      assert.deepEqual(m.inSubgroup(bytes.values(), toBytes(q)), expected, `${kernel} ${p} ${seed}`);
    }
    assert.deepEqual(await pool.inSubgroup(numbers, q, p), expected, `${p} ${seed}`);
    assert.deepEqual(await collect(pool.inSubgroup(later(bytes), q, toBytes(p))), expected, `${p} ${seed}`);
  }
  // 2q + 1 = 2047 is no prime: the symbol of 2 is 1, and so it is of other numbers that are no members.
  const all = Array.from({ length: 2047 }, (_, x) => BigInt(x));
  const right = all.map((x) => nativePow(x, 1023n, 2047n) === 1n);
  for (const { pm } of kernels) assert.deepEqual(pm.modulus(2047n).inSubgroup(all, 1023n), right);
  assert.deepEqual(await pool.inSubgroup(all, 1023n, 2047n), right);
});

test('members, where the engine’s BigInt holds the power of 1 alone', () => {
  const known = {
    bigint: 23n,
    refuseFreed() {},
    powByBigint: (x: bigint) => (x === 1n ? 1n : undefined),
    call: (_: unknown, { list }: { list: Uint8Array[] }) => list.map((x) => nativePow(toBigint(x), 2n, 23n) === 1n),
  };
  const moduli = { keep: () => known, engine: { integers: new IntegerReader(64) } };
  const m = new Modulus(moduli as never, 23n);
  assert.deepEqual(m.inSubgroup([0n, 1n, 2n, 22n], 2n), [false, true, false, true]);
});

test('square roots: every residue of small primes, and primes of every form', () => {
  for (const { pm, kernel } of kernels) {
    for (const p of [2n, 3n, 5n, 7n, 11n, 13n, 17n, 29n, 41n, 97n, 193n, 257n, 769n]) {
      const m = pm.modulus(p);
      const roots = new Map<bigint, bigint>();
      for (let r = p - 1n; r >= 0n; r--) roots.set((r * r) % p, r); // the smaller root comes last
      for (let a = 0n; a < p; a++) assert.equal(m.sqrt(a), roots.get(a), `${kernel} √${a} mod ${p}`);
    }
    const primes = [P, 2n ** 224n - 2n ** 96n + 1n, 2n ** 64n - 2n ** 32n + 1n, 3n * 2n ** 189n + 1n];
    for (const p of [...primes, 2n ** 255n - 19n, 2n ** 521n - 1n, 5n * 2n ** 1947n + 1n].slice(
      0,
      kernel === 'auto' ? 7 : 6,
    )) {
      const m = pm.modulus(p);
      for (let i = 0; i < 8; i++) {
        const r = random.number(3000) % p;
        const root = m.sqrt(((r * r) % p) - (i % 2 ? p : 0n)) as bigint;
        assert.ok((root === r || root === p - r) && 2n * root <= p, `${kernel} √${r}² mod ${p}, ${seed}`);
        const a = random.number(3000) % p;
        assert.equal(m.sqrt(a) === undefined, m.jacobi(a) === -1, `${kernel} √${a} mod ${p}, ${seed}`);
      }
      const bytes = m.sqrt(Uint8Array.of(4), { as: 'bytes' });
      assert.deepEqual(bytes, toBytes(2n, toBytes(p).length));
    }
    const noPrime = /^modulus: must be a prime$/;
    for (const n of [1n, 8n, 21n, 1009n ** 2n, 1009n ** 2n * 1013n ** 2n, 561n, groups['RSA-2048']])
      throwsRange(() => pm.modulus(n).sqrt(4n), noPrime);
  }
});
