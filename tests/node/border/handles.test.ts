// The lifetime of kept moduli.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { init } from 'powmod';
import { ITERABLES, kindOf, kindsOf, operationsOf } from '../../bad-input/kinds.ts';
import { instances } from '../../support/instances.ts';
import { runProgram } from '../../support/package.ts';
import { watchInstances } from '../../support/watched-instances.ts';

const pm = await init();
const kinds = kindsOf(pm);
const n = (1n << 521n) - 1n;

/** A list of the caller, or options, each of which runs the caller's code when it is read. */
interface Given {
  list: <T>(...entries: T[]) => Iterable<T>;
  array: <T>(...entries: T[]) => T[];
  options: (name: string, value: unknown) => object;
}

type Pm = typeof pm;

/** The field by which options of a kind run code, and its value. */
const FIELDS: Record<string, [name: string, value: unknown]> = {
  ...{ result: ['as', 'bigint'], power: ['as', 'bigint'] },
  ...{ fixedBase: ['exponentBits', 8], tables: ['window', 8], exponentBits: ['exponentBits', 8] },
};

/** A right argument, which runs the caller's code if it can. */
function rightOf(argument: string, kind: string, { list, array, options }: Given): unknown {
  const { right } = kindOf(kinds, kind);
  const field = FIELDS[kind];
  assert.equal(field !== undefined, argument === 'options', `the field of the kind ${kind}`);
  if (field) return options(...field);
  if (!Array.isArray(right)) return right;
  return ITERABLES.includes(kind) ? list(...right) : array(...right);
}

/** A new object and its calls. */
interface Made {
  free(): void;
  /** As `using` frees it. */
  dispose(): void;
  calls: Record<string, (given: Given) => unknown>;
}

interface Freed {
  free(): void;
  [Symbol.dispose](): void;
}

/** The object and the calls of it that the table of operations has. */
function made(of: string, object: Freed, owner = object): Made {
  const operations = operationsOf(of);
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object));
  const known = operations.map(([name]) => name);
  assert.deepEqual([...known, 'constructor', 'free'].sort(), names.sort(), 'each method is here');
  const calls = operations.map(([name, { takes }]) => {
    const call = (given: Given) => {
      const args = Object.entries(takes).map(([argument, kind]) => rightOf(argument, kind, given));
      return Reflect.get(object, name).apply(object, args);
    };
    return [name, call] as const;
  });
  return { ...freeing(owner), calls: Object.fromEntries(calls) };
}

function freeing(owner: Freed) {
  return { free: () => owner.free(), dispose: () => (Symbol.dispose ? owner[Symbol.dispose]() : owner.free()) };
}

/** Each object that is kept, alone or with what it needs, by the name that its errors have once that is freed. */
const KEPT: [name: string, make: (pm: Pm, n: bigint) => Made | undefined][] = [
  ['modulus', (pm, n) => made('m', pm.modulus(n))],
  ['fixedBase', (pm, n) => made('fixedBase', pm.modulus(n).fixedBase(3n, { exponentBits: 8 }))],
  ['tables', (pm, n) => made('tables', pm.modulus(n).tables([3n]))],
  [
    'rsaPrivateKey',
    (pm) => (pm.kernel === 'bigint' ? undefined : made('rsaPrivateKey', pm.rsaPrivateKey({ p: 61n, q: 53n, e: 17n }))),
  ],
  ['modulus', (pm, n) => ((m) => made('fixedBase', m.fixedBase(3n, { exponentBits: 8 }), m))(pm.modulus(n))],
  ['modulus', (pm, n) => ((m) => made('tables', m.tables([3n]), m))(pm.modulus(n))],
  [
    'fixedBase',
    (pm, n) => {
      const m = pm.modulus(n);
      const table = m.fixedBase(3n, { exponentBits: 8 });
      const terms = ({ array }: Given) => array<[bigint | typeof table, bigint]>([table, 5n], [3n, 5n]);
      return { ...freeing(table), calls: { multiPow: (given) => m.multiPow(terms(given)) } };
    },
  ],
];

/** What a call is given, where the place `at` runs `work` when it is read; and whether an iterable was read. */
function givenTo(at: number, work: () => void): { given: Given; isRead: () => boolean } {
  let [places, isRead] = [0, false];
  const reading = <T extends object>(target: T, name: PropertyKey, value: unknown): T => {
    const own = places++;
    const get = () => {
      if (own === at) work();
      return value;
    };
    return Object.defineProperty(target, name, { get, enumerable: true });
  };
  const given: Given = {
    *list(...entries) {
      isRead = true;
      yield* given.array(...entries);
    },
    array: (...entries) => reading(entries, entries.length - 1, entries.at(-1)),
    options: (name, value) => reading({}, name, value),
  };
  return { given, isRead: () => isRead };
}

test('a freed object refuses each call and reads no list, also if an argument of the call frees the object', () => {
  for (const pm of instances)
    for (const n of [(1n << 521n) - 1n, 101n, 1n])
      for (const [name, make] of KEPT)
        for (const method of Object.keys(make(pm, n)?.calls ?? {})) {
          const message = `${pm.kernel}, modulo ${n}: ${method} of ${name}`;
          const { free, calls } = make(pm, n) as Made;
          free();
          pm.modulus(7n); // in its place
          const { given, isRead } = givenTo(-1, () => {});
          const refused = { name: 'TypeError', message: `${name}: was freed` };
          assert.throws(() => calls[method]?.(given), refused, message);
          assert.equal(isRead(), false, `${message} reads no list`);

          for (let [at, isFreed] = [0, true]; isFreed; at++) {
            isFreed = false;
            const { dispose, calls } = make(pm, n) as Made;
            const { given } = givenTo(at, () => {
              dispose();
              pm.modulus(7n);
              isFreed = true;
            });
            try {
              calls[method]?.(given);
            } catch (error) {
              if (!isFreed) break; // √4 modulo 1
              assert.deepEqual(refused, { name: (error as Error).name, message: (error as Error).message });
              continue;
            }
            assert.equal(isFreed, false, `${message} answers, but place ${at} freed it`);
          }
        }
});

test('works in an engine without Symbol.dispose', () => {
  // The properties of the engine's Symbol cannot be deleted, so a stand-in replaces Symbol.
  const program = `
    const { dispose, asyncDispose, ...others } = Object.getOwnPropertyDescriptors(Symbol);
    const engineSymbol = Symbol;
    globalThis.Symbol = Object.defineProperties(function (name) { return engineSymbol(name); }, others);
    const { init } = await import('powmod');
    const { createPool } = await import('powmod/pool');
    const m = (await init()).modulus(7n);
    const pool = await createPool({ workers: 1 });
    console.log(Symbol.dispose, m.pow(3n, 5n), m.fixedBase(3n).pow(5n), await pool.modPow(3n, 5n, 7n));
    console.log('undefined' in m, 'undefined' in pool, m.free(), await pool.close());`;
  const { stdout, stderr } = runProgram(program);
  assert.equal(stdout, 'undefined 5n 5n 5n\nfalse false undefined undefined\n', stderr);
});

test('the garbage collector frees dropped moduli and tables; tables keep their modulus alive', async () => {
  setFlagsFromString('--expose-gc');
  const { runInNewContext } = await import('node:vm');
  const collect = runInNewContext('gc') as () => void;
  const settle = async () => {
    collect();
    // Finalizers run in tasks of their own.
    for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  const instance = await init();

  // The tables still work after the handle of the modulus is dropped.
  const g = instance.modulus(n).fixedBase(3n, { exponentBits: 8 });
  const t = instance.modulus(n).tables([3n]);
  for (let i = 0; i < 3; i++) await settle();
  assert.equal(g.pow(5n), 243n);
  assert.equal(t.multiPow([5n]), 243n);

  const grown = async () => {
    for (let i = 0; i < 1000; i++) {
      const m = instance.modulus((1n << 4095n) + BigInt(2 * i + 1));
      if (i % 100 > 0) continue;
      m.fixedBase(3n, { exponentBits: 512 });
      m.tables([3n, 5n], { window: 10 });
    }
    await settle();
    return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  };
  for (let i = 0; i < 3; i++) await grown();
  const before = await grown();
  for (let i = 0; i < 3; i++) await grown();
  const after = await grown();
  assert.ok(after - before < 5e6, `memory grew from ${before} to ${after} bytes`);
});

const skip = !globalThis.WebAssembly && 'without WebAssembly no memory grows';
test('memory grows by a part of what it has, not for each object', { skip }, async () => {
  const watch = watchInstances();
  const instance = await init({ kernel: 'scalar' });
  watch.stop();
  const memory = watch.memories.at(-1) as WebAssembly.Memory;
  const before = memory.buffer.byteLength;
  let growths = 0;
  const kept = Array.from({ length: 4000 }, (_, i) => {
    const { buffer } = memory;
    const m = instance.modulus((1n << 2047n) + BigInt(2 * i + 1));
    if (memory.buffer !== buffer) growths++;
    return m;
  });
  const grown = memory.buffer.byteLength / before;
  assert.ok(grown > 4, `${grown} times the memory`);
  // Each growth makes it a quarter longer, or more.
  assert.ok(growths <= Math.log(grown) / Math.log(1.25) + 1, `${growths} growths for ${grown} times the memory`);
  for (const m of kept) m.free();
});
