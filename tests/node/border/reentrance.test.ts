// Arguments that run the caller's code. That code may call powmod again, free a handle in use, or detach or change
// bytes.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { groups, init, type ProofFile } from 'powmod';
import { createPool } from 'powmod/pool';
import * as alone from 'powmod/static';
import { WasmInstance } from '../../../crate/js/src/border/instance.ts';
import * as operations from '../../../crate/js/src/border/powers-operations.generated.ts';
import { viewOf, wipeLater, wipingCopies } from '../../../crate/js/src/input/reading.ts';
import { throwsRange, throwsType } from '../../support/errors.ts';
import { nativePow } from '../../support/native.js';
import { kernelFile, notBuilt } from '../../support/package.ts';
import { makeTrivialPietrzak, smallModulus as n } from '../../support/small-proofs.ts';

const pm = await init();
const N = (1n << 521n) - 1n;
const power = nativePow(3n, 1000n, N);
const pool = await createPool({ workers: 1 });
after(() => pool.close());

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

test('a modulus or a table that an argument frees is refused, also if another takes its place', () => {
  const other = 7n;
  const list = <T>(element: T, work: () => void): T[] =>
    Object.defineProperty([element], 0, {
      get() {
        work();
        return element;
      },
    });
  const refusing = (call: (taken: ReturnType<typeof pm.modulus>, work: () => void) => unknown) => {
    const taken = pm.modulus(N);
    const work = () => {
      taken.free();
      pm.modulus(other);
    };
    throwsType(() => call(taken, work), /^modulus: was freed$/);
  };
  const bytes = Uint8Array.of(3);
  /** Options of which one is 8. */
  const eight = <Name extends string>(name: Name, work: () => void): Record<Name, number> =>
    Object.defineProperty({ [name]: 0 } as Record<Name, number>, name, {
      get() {
        work();
        return 8;
      },
    });
  refusing((m, work) => m.pow(3n, 5n, doing(work)));
  refusing((m, work) => m.pow2(3n, 5n, 3n, 5n, doing(work)));
  refusing((m, work) => m.multiPow(list([3n, 5n] as const, work)));
  refusing((m, work) => m.multiPow([[3n, 5n]], doing(work)));
  refusing((m, work) => m.powers(3n, list(5n, work)));
  refusing((m, work) => m.product(list(5n, work)));
  refusing((m, work) => m.mul(3n, 5n, doing(work)));
  refusing((m, work) => m.inv(3n, doing(work)));
  refusing((m, work) => m.square(3n, 5, doing(work)));
  refusing((m, work) => m.powSecret(3n, bytes, eight('exponentBits', work)));
  refusing((m, work) => m.pow2Secret(3n, bytes, 3n, bytes, eight('exponentBits', work)));
  refusing((m, work) => m.fixedBase(3n, eight('maxBits', work)));
  refusing((m, work) => m.tables(list(3n, work)));
  refusing((m, work) => m.fixedBase(3n).pow(5n, doing(work)));
  refusing((m, work) => m.tables([3n]).multiPow(list(5n, work)));

  const m = pm.modulus(N);
  const table = m.fixedBase(3n);
  const retaking = () => {
    table.free();
    m.fixedBase(5n);
  };
  throwsType(() => m.multiPow([[table, 5n], ...list([3n, 5n] as const, retaking)]), /^fixedBase: was freed$/);
  const tables = m.tables([3n]);
  const again = () => {
    tables.free();
    m.tables([5n]);
  };
  throwsType(() => tables.multiPow(list(5n, again)), /^tables: was freed$/);
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
  pm.crtKey(recording(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)).free();
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
