// Arguments that run the caller's code. That code may call powmod again, free a handle in use, or detach or change
// bytes.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { groups, init, type Powmod, type ProofFile, toBytes } from 'powmod';
import { createPool, type Pool } from 'powmod/pool';
import * as alone from 'powmod/static';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { viewOf, wipeLater, wipingCopies } from '../../../crate/js/src/input/reading.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { instances } from '../../support/instances.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile, notBuilt } from '../../support/package.ts';
import { makeTrivialPietrzak, makeWesolowski, smallModulus as n, seed } from '../../support/small-proofs.ts';

const pm = await init();
const N = (1n << 521n) - 1n;
const power = nativePow(3n, 1000n, N);
const pool = await createPool({ workers: 1 });
after(() => pool.close());
const { checkpoints } = notBuilt(`${pm.kernel}-prover`)
  ? { checkpoints: new Uint8Array() }
  : await pool.evaluate({ modulus: n, seed, iterations: 500 });

/** Options whose getter `as` runs `work` first, and is read only once. */
function doing(work: () => void): { as: 'bigint' } {
  let reads = 0;
  return {
    get as() {
      assert.equal(++reads, 1, 'each option is read once');
      work();
      return 'bigint' as const;
    },
  };
}

function detach(bytes: Uint8Array<ArrayBuffer>): void {
  structuredClone(bytes, { transfer: [bytes.buffer] });
}

test('a getter may call powmod again', () => {
  let inner: unknown;
  const innermost = doing(() => pm.modulus(7n).fixedBase(3n).pow(5n));
  const again = () => {
    inner = pm.modPow(3n, 1000n, N, innermost);
  };
  assert.equal(pm.modPow(3n, 1000n, N, doing(again)), power);
  assert.equal(inner, power);
});

test('bytes that a getter detaches or changes cause no wrong result', async () => {
  for (const take of [detach, (bytes: Uint8Array) => bytes.fill(0)]) {
    const base = Uint8Array.of(3);
    const options = doing(() => take(base));
    const call = () => pm.modPow(base, 1000n, N, options);
    if (take === detach) throwsType(call, /^base: its buffer was detached/);
    else assert.equal(call(), 0n);
  }
  const pair = [3n, 1000n] as const;
  const taken = Uint8Array.of(3);
  const list = Object.defineProperty([[taken, 1000n], pair], 1, {
    get() {
      detach(taken);
      return pair;
    },
  });
  assert.equal(pm.modMultiPow(list as [bigint, bigint][], N), (power * power) % N, 'the first pair was read before');

  const seed = Uint8Array.of(1, 2, 3);
  const proof = makeTrivialPietrzak(pm, n, seed, 100);
  const taking = Object.defineProperty({ ...proof }, 'scheme', {
    enumerable: true,
    get() {
      detach(seed);
      return 'pietrzak';
    },
  });
  assert.equal(pm.verify(taking, { expect: { seed } }), true, 'the seed was read before');
});

/** What a call is given: numbers, bytes, and a list whose earlier entries change before a later one is read. */
interface Given {
  number(x: bigint): bigint | Uint8Array;
  bytes(bytes: Uint8Array): Uint8Array;
  list<T>(...entries: (() => T)[]): Iterable<T>;
}

const SHORT = 1009n;
const key = { p: 61n, q: 53n, dp: 53n, dq: 49n, qInv: 38n, e: 17n, n: 3233n, d: 413n };
const privateKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const der = privateKey.export({ format: 'der', type: 'pkcs8' });
const proof = makeWesolowski(pm, n, seed, 500);
const json = new TextEncoder().encode(JSON.stringify(proof));

/** The calls of an instance that keep what they are given, or read a list. Each gives what uses it. */
const KEEPS: Record<string, (pm: Powmod, given: Given) => () => unknown> = {
  modulus(pm, { number }) {
    const [m, short] = [pm.modulus(number(N)), pm.modulus(number(SHORT))];
    return () => [
      m.pow(3n, N - 2n),
      m.pow2(3n, 5n, 7n, N - 2n),
      m.mul(3n, N - 2n),
      m.inv(3n),
      m.product([3n, N - 2n]),
      m.jacobi(3n),
      m.square(3n, 1000),
      m.inSubgroup([3n, 9n], N - 1n),
      m.fixedBase(3n).pow(N - 2n),
      m.tables([3n]).multiPow([N - 2n]),
      short.pow(3n, 1000n),
      short.sqrt(9n),
    ];
  },
  fixedBase(pm, { number }) {
    const m = pm.modulus(N);
    const [g, residues] = [m.fixedBase(number(3n)), m.fixedBase(number(5n), { method: 'residues' })];
    return () => [g.pow(N - 2n), m.multiPow([[residues, N - 2n]])];
  },
  tables(pm, { number }) {
    const tables = pm.modulus(N).tables([number(3n), number(5n)]);
    return () => tables.multiPow([N - 2n, 1000n]);
  },
  modMultiPow(pm, { number, list }) {
    const term = (x: bigint) => () => [number(x), number(1000n)] as const;
    const product = pm.modMultiPow(list(term(3n), term(5n)), number(N));
    return () => product;
  },
  'methods of a modulus'(pm, { number, list }) {
    const m = pm.modulus(N);
    const term = (x: bigint) => () => [number(x), number(1000n)] as const;
    const numbers = () => list(...[3n, 5n, 7n].map((x) => () => number(x)));
    const results = [
      m.multiPow(list(term(3n), term(5n))),
      m.powers(number(3n), numbers()),
      m.product(numbers()),
      m.invAll(numbers()),
      m.inSubgroup(numbers(), number(N - 1n)),
    ];
    return () => results;
  },
  verifyBatch(pm, { bytes, list }) {
    const verdicts = pm.verifyBatch(
      list(
        () => bytes(json),
        () => bytes(json),
      ),
      { expect: { seed: bytes(seed) } },
    );
    return () => verdicts;
  },
};
const KEEP_SECRETS: typeof KEEPS = {
  rsaPrivateKey(pm, { number, bytes }) {
    const inBytes = ({ ...of }: Partial<typeof key>) =>
      Object.fromEntries(Object.entries(of).map(([name, x]) => [name, number(x)]));
    const { p, q, e, n, d } = key;
    const keys = [inBytes(key), inBytes({ p, q, e }), inBytes({ n, e, d }), bytes(der)].map((k) =>
      pm.rsaPrivateKey(k as never),
    );
    return () => keys.map((key) => key.pow(65n));
  },
  'secret powers of what is kept'(pm, { number }) {
    const m = pm.modulus(number(N));
    const g = m.fixedBase(number(3n));
    const [a, b] = [Uint8Array.of(5), Uint8Array.of(7)];
    return () => [
      m.powSecret(3n, a, { exponentBits: 8 }),
      m.pow2Secret(3n, a, 5n, b, { exponentBits: 8 }),
      m.mulAddSecret(a, b, a),
      m.invSecret(a),
      g.powSecret(a),
    ];
  },
};

/** So many numbers that one worker gets them in several parts. */
const MANY = Array.from({ length: 300 }, (_, i) => BigInt(i + 2));

/** Pending calls of a pool, whose arguments change as soon as the call has returned. */
const PENDING: Record<string, (pool: Pool, given: Given) => Promise<unknown>> = {
  modPow: (pool, { number }) => pool.modPow(number(3n), number(1000n), number(N)),
  'modPow in parallel': (pool, { number }) => pool.modPow(number(3n), number(1000n), number(N), { method: 'parallel' }),
  modPow2: (pool, { number }) => pool.modPow2(number(3n), number(1000n), number(5n), number(7n), number(N)),
  modMultiPow: (pool, { number, list }) =>
    pool.modMultiPow(list(...MANY.map((x) => () => [number(x), number(1000n)] as const)), number(N)),
  modPowSecret: (pool, { number, bytes }) =>
    pool.modPowSecret(number(3n), bytes(Uint8Array.of(5)), number(N), { exponentBits: 8 }),
  'modPowAll of bases': (pool, { number, list }) =>
    pool.modPowAll(list(...MANY.map((x) => () => number(x))), number(1000n), number(N)),
  'modPowAll of terms': (pool, { number, list }) =>
    pool.modPowAll(list(...MANY.map((x) => () => [number(x), number(1000n)] as const)), number(N)),
  'modPowAll of secrets': (pool, { number, bytes, list }) =>
    pool.modPowAll(list(...MANY.map((x) => () => number(x))), bytes(Uint8Array.of(5)), number(N), {
      secret: { exponentBits: 8 },
    }),
  modInvAll: (pool, { number, list }) => pool.modInvAll(list(...MANY.map((x) => () => number(x))), number(N)),
  inSubgroup: (pool, { number, list }) =>
    pool.inSubgroup(list(...MANY.map((x) => () => number(x))), number(N - 1n), number(N)),
  square: (pool, { number }) => pool.square(number(3n), 5000, number(N)),
  modexp: (pool, { bytes }) => pool.modexp(bytes(new Uint8Array(99).fill(1, 96).fill(1, 31, 32).fill(1, 63, 64))),
  verify: (pool, { number, bytes }) =>
    pool.verify(bytes(json), { expect: { seed: bytes(seed), modulus: number(n) as bigint } }),
  verifyAll: (pool, { bytes, list }) =>
    pool.verifyAll(list(...MANY.slice(260).map(() => () => bytes(json))), { expect: { seed: bytes(seed) } }),
  evaluate: (pool, { number, bytes }) =>
    pool
      .evaluate({ modulus: number(n), seed: bytes(seed), iterations: 500 }, { checkpoint: bytes(checkpoints) })
      .then(({ output }) => output),
  'evaluate from an input': (pool, { number }) =>
    pool.evaluate({ modulus: number(n), input: number(5n), iterations: 500 }).then(({ output }) => output),
  prove: (pool, { number, bytes }) =>
    pool.prove({
      scheme: 'wesolowski',
      modulus: number(n),
      seed: bytes(seed),
      iterations: 500,
      evaluation: { checkpoints: bytes(checkpoints) },
    }),
};
/** Calls with numbers, or with bytes that the caller changes as soon as a call returns, or reads on in a list. */
function given(areBytes: boolean): Given & { change(): void } {
  const all: Uint8Array[] = [];
  const change = () => {
    for (const bytes of all) bytes.fill(255);
  };
  const own = (bytes: Uint8Array) => {
    const copy = new Uint8Array(bytes);
    if (areBytes) all.push(copy);
    return copy;
  };
  return {
    change,
    number: (x) => (areBytes ? own(toBytes(x)) : x),
    bytes: own,
    *list(...entries) {
      for (const entry of entries) {
        yield entry();
        change();
      }
    },
  };
}

async function* asynchronous<T>(list: Iterable<T>): AsyncGenerator<T, void> {
  await null; // the first entry is made after the call
  yield* list;
}

test('bytes that are kept may change at once', async () => {
  for (const pm of instances)
    for (const [name, make] of Object.entries(pm.kernel === 'bigint' ? KEEPS : { ...KEEPS, ...KEEP_SECRETS })) {
      const [numbers, bytes] = [given(false), given(true)];
      const use = make(pm, bytes);
      bytes.change();
      assert.deepEqual(use(), make(pm, numbers)(), `${pm.kernel}: ${name}`);
    }
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(pool));
  const without = ['constructor', 'close', 'randomPrime'];
  const tried = new Set(Object.keys(PENDING).map((name) => name.replace(/ .*/, '')));
  assert.deepEqual(
    [...tried, ...without].sort(),
    methods.filter((name) => typeof Reflect.get(pool, name) === 'function').sort(),
  );
  for (const [name, call] of Object.entries(PENDING)) {
    if (/evaluate|prove/.test(name) && notBuilt(`${pm.kernel}-prover`)) continue;
    const expected = await call(pool, given(false));
    const bytes = given(true);
    const pending = call(pool, bytes);
    bytes.change();
    assert.deepEqual(await pending, expected, name);
    // The same list as an asynchronous one: its results are asked for later.
    const later = given(true);
    const results: unknown[] = [];
    const async = call(pool, { ...later, list: (...entries) => asynchronous(later.list(...entries)) as never });
    later.change();
    if (!(Symbol.asyncIterator in async)) {
      assert.deepEqual(await async, expected, name);
      continue;
    }
    for await (const result of async as AsyncIterable<unknown>) results.push(result);
    assert.deepEqual(results, expected, name);
  }
});

test('bytes that a thread or a new length may change are copied once, and copies of secrets are wiped', async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(8));
  const Resizable = ArrayBuffer as unknown as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
  for (const bytes of [shared, new Uint8Array(new Resizable(8, { maxByteLength: 16 }))]) {
    bytes.fill(5);
    const copy = viewOf(bytes, 'bytes') as Uint8Array;
    assert.notEqual(copy.buffer, bytes.buffer);
    assert.equal(pm.modPow(bytes, 1n, N), 0x0505050505050505n);
    const wiped = wipingCopies(() => viewOf(bytes, 'bytes')) as Uint8Array;
    assert.deepEqual([...copy, ...wiped], [...new Array(8).fill(5), ...new Array(8).fill(0)]);
    const power = pm.modPowSecret(3n, bytes.subarray(7), 1009n, { exponentBits: 8 });
    assert.deepEqual([...power], [0, 243]);
  }
  const own = Uint8Array.of(1, 2);
  assert.equal(viewOf(own, 'bytes')?.buffer, own.buffer);

  const zeroing = new Worker(
    `const { workerData } = require('node:worker_threads');
    for (;;) workerData.fill(0), workerData.fill(255);`,
    { eval: true, workerData: shared },
  );
  for (let draws = 0, zeros = 0; draws < 2000 || zeros === 0; draws++)
    try {
      pm.randomBelow(shared);
    } catch (error) {
      assert.match(String(error), /^RangeError: n: must be positive$/);
      zeros++;
    }
  await zeroing.terminate();
});

test('shared bytes are copied where the engine has no resizable memory', async () => {
  const descriptor = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable') as PropertyDescriptor;
  Reflect.deleteProperty(ArrayBuffer.prototype, 'resizable');
  const path = '../../../crate/js/src/input/reading.ts?without';
  const { viewOf } = (await import(path)) as typeof import('../../../crate/js/src/input/reading.ts');
  Object.defineProperty(ArrayBuffer.prototype, 'resizable', descriptor);
  const [own, shared] = [new Uint8Array(8), new Uint8Array(new SharedArrayBuffer(8))];
  assert.equal(viewOf(own, 'bytes')?.buffer, own.buffer);
  assert.notEqual(viewOf(shared, 'bytes')?.buffer, shared.buffer);
});

test('copies of secrets are wiped by the work that made them, also when it does other work', () => {
  const [before, within, later] = [1, 2, 3].map((byte) => Uint8Array.of(byte)) as [Uint8Array, Uint8Array, Uint8Array];
  wipingCopies(() => {
    wipeLater(before);
    wipingCopies(() => wipeLater(within));
    assert.deepEqual([before[0], within[0]], [1, 0]);
    wipeLater(later);
  });
  assert.deepEqual([before[0], later[0]], [0, 0]);
});

test('WebAssembly refuses the handle of a freed object, whatever has its place, and loses nothing', () => {
  const instance = new WasmInstance(new WebAssembly.Module(kernelFile('scalar')));
  const keep = (modulus: number) => instance.call(operations.keepModulus, { modulus: Uint8Array.of(modulus) });
  const square = (modulus: ReturnType<typeof keep>) => instance.call(operations.mul, { modulus, a: 9n, b: 9n })[0];
  const [kept, freed] = [keep(101), keep(7)];
  instance.call(operations.freeModulus, { object: freed });
  throwsRange(() => square(freed), /^handle: was freed$/);
  const next = keep(11);
  throwsRange(() => square(freed), /^handle: was freed$/);
  instance.call(operations.freeModulus, { object: freed });
  assert.deepEqual([kept, next].map(square), [81, 4]);
});

test('a proof whose fields change is read once', () => {
  const proof = makeTrivialPietrzak(pm, n, Uint8Array.of(1), 100);
  const reads: Record<string, number> = {};
  const changing = new Proxy(proof, {
    get(target, name) {
      reads[String(name)] = (reads[String(name)] ?? 0) + 1;
      return reads[String(name)] === 1 ? target[name as keyof typeof target] : 'RSA-2048';
    },
  });
  assert.equal(pm.verify(changing), true);
  assert.deepEqual(new Set(Object.values(reads)), new Set([1]));
});

test('an option and a part of a key are read once', () => {
  const reads: string[] = [];
  const recording = <T extends object>(value: T) =>
    new Proxy(value, {
      get(target, name) {
        reads.push(String(name));
        const part = Reflect.get(target, name);
        return typeof part === 'function' ? part.bind(target) : part;
      },
    });
  const wasm = () => kernelFile('scalar');
  alone.initSync(recording({ kernel: 'scalar' as const, wasm }));
  pm.rsaPrivateKey(recording(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)).free();
  for (const name of ['kernel', 'wasm', 'type', 'export'])
    assert.equal(reads.filter((read) => read === name).length, 1, name);
});

test('a proof of many that cannot be read is named by its place', async () => {
  const detached = Uint8Array.of(1);
  detach(detached);
  const throwing = {
    get modulus() {
      throw new Error('mine');
    },
  };
  for (const [wrong, message] of [
    [detached, /^proofs\[1\]: its buffer was detached/],
    [throwing, /^proofs\[1\]\.modulus: could not be read$/],
  ] as const) {
    throwsType(() => pm.verifyBatch(['{}', wrong as never]), message);
    await assert.rejects(pool.verifyAll(['{}', wrong as never]), { name: 'TypeError', message });
  }
});

test('an exception of a getter or a proxy becomes the cause of an error that names the argument', () => {
  const thrown = Symbol('mine');
  const fails = new Proxy([], {
    get() {
      throw thrown;
    },
  });
  const calls: Record<string, (value: never) => unknown> = {
    terms: (value) => pm.modMultiPow(value, 7n),
    proofs: (value) => pm.verifyBatch(value),
  };
  for (const [name, call] of Object.entries(calls))
    assert.throws(() => call(fails as never), { message: `${name}: could not be read`, cause: thrown });
  const throwing = doing(() => {
    throw thrown;
  });
  assert.throws(() => pm.modPow(3n, 5n, 7n, throwing), { message: 'options.as: could not be read', cause: thrown });
  assert.equal(pm.modPow(3n, 1000n, N), power);
});

test('a list too long for one call is a RangeError, not the end of the instance', () => {
  const m = pm.modulus(1009n);
  const tables = m.tables(new Array(33_000).fill(3n));
  const exponents = new Array(33_000).fill(-(1n << 65_535n));
  throwsRange(() => tables.multiPow(exponents), /^exponents: are longer than \d+ bytes together$/);
  assert.equal(m.pow(3n, 5n), 243n, 'what was kept is still there');
});

test('callbacks of a pool may call it again, and close it', { skip: notBuilt(`${pm.kernel}-prover`) }, async () => {
  const inner: Promise<unknown>[] = [];
  const { output } = await pool.evaluate(
    { modulus: groups['RSA-2048'], input: 3n, iterations: 100 },
    {
      onProgress: () => inner.push(pool.modPow(3n, 1000n, N)),
      onCheckpoint: () => inner.push(pool.modPow(3n, 1000n, N)),
    },
  );
  assert.equal(output, pm.modPow(3n, 1n << 100n, groups['RSA-2048']));
  for (const answer of await Promise.all(inner)) assert.equal(answer, power);
  const other = await createPool({ workers: 1 });
  const closing = other.evaluate(
    { modulus: groups['RSA-2048'], input: 3n, iterations: 2 ** 40 },
    { onCheckpoint: () => other.close() },
  );
  await assert.rejects(closing, { code: 'ERR_WORKER' });
  const proofs = Array.from({ length: 3 }, () => ({}) as ProofFile);
  await assert.rejects(other.verifyAll(proofs), { name: 'TypeError', message: /^pool: was closed$/ });
});
