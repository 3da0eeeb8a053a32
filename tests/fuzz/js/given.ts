// Arguments: integers and lists in every allowed form; and for tests/bad-input values that no type allows.
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { toBytes } from 'powmod';

/** Makes the value for each call anew, because some values can be used only once. */
export interface Given<T = unknown> {
  label: string;
  make: () => unknown;
  means: T;
}

/** The label describes the value in a counterexample. */
const given = <T>(label: string, make: () => unknown, means: T): Given<T> =>
  Object.assign({ label, make, means }, { [fc.toStringMethod]: () => label });

class OwnBytes extends Uint8Array {}

/** Byte arrays whose properties do not tell the truth. */
class LyingBytes extends Uint8Array {
  static get [Symbol.species](): Uint8ArrayConstructor {
    throw new Error('species');
  }
  override get length(): number {
    return 2 ** 40;
  }
  override subarray(): never {
    throw new Error('subarray');
  }
  override get buffer(): ArrayBuffer {
    return new ArrayBuffer(1);
  }
  override get [Symbol.toStringTag](): never {
    return 'Uint16Array' as never;
  }
}

const ForeignBytes = runInNewContext('Uint8Array') as Uint8ArrayConstructor;
const ForeignArray = runInNewContext('Array') as ArrayConstructor;

type Resizable = ArrayBuffer & { resize(length: number): void };

function resizable(length: number): Resizable {
  const Buffer = ArrayBuffer as unknown as new (length: number, options: { maxByteLength: number }) => Resizable;
  return new Buffer(length, { maxByteLength: 4096 });
}

const FORMS: Record<string, (bytes: number[]) => Uint8Array> = {
  Uint8Array: (bytes) => Uint8Array.from(bytes),
  Buffer: (bytes) => Buffer.from(bytes),
  'a subclass': (bytes) => OwnBytes.from(bytes),
  'a subclass that lies': (bytes) => {
    const plain = Uint8Array.from(bytes);
    return new LyingBytes(plain.buffer, 0, bytes.length);
  },
  'of another realm': (bytes) => ForeignBytes.from(bytes),
  'a part of a buffer': (bytes) => Uint8Array.from([7, 7, 7, ...bytes, 9]).subarray(3, 3 + bytes.length),
  'shared memory': (bytes) => {
    const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
    view.set(bytes);
    return view;
  },
  resizable: (bytes) => {
    const view = new Uint8Array(resizable(bytes.length));
    view.set(bytes);
    return view;
  },
  'with properties': (bytes) =>
    Object.defineProperties(Uint8Array.from(bytes), {
      length: { value: 1 },
      byteOffset: { value: 3 },
      set: { value: 5 },
    }),
};

/** A non-negative integer in any form. */
export function form(value: bigint, name: string, zeros: number): Given<bigint> {
  const make = FORMS[name];
  if (!make) return given(`${value}n`, () => value, value);
  const bytes = [...new Array(zeros).fill(0), ...toBytes(value, value ? undefined : 0)];
  return given(`${name} of ${value}n behind ${zeros} zeros`, () => make(bytes), value);
}

const inBytes = fc.constantFrom(...Object.keys(FORMS));
const forms = fc.constantFrom('bigint', 'bigint', ...Object.keys(FORMS));

/** Integers whose lengths are near the ends of words and limbs, and which lie at the ends of each length. */
function naturals(mostBits: number): fc.Arbitrary<bigint> {
  const bits = fc.oneof(fc.nat(16), fc.nat(70), fc.nat(Math.min(300, mostBits)), fc.nat(mostBits));
  return bits.chain((length) => {
    const top = 1n << BigInt(length);
    const near = fc.constantFrom(0n, 1n, 2n, top - 1n, top, top + 1n, top / 3n, top >> 1n);
    return fc.oneof(near, fc.bigInt({ min: 0n, max: top }));
  });
}

export function integers(mostBits: number, isSigned: boolean): fc.Arbitrary<Given<bigint>> {
  return fc
    .tuple(naturals(mostBits), forms, fc.nat(3), fc.boolean())
    .map(([value, name, zeros, negative]) =>
      isSigned && negative ? given(`${-value}n`, () => -value, -value) : form(value, name, zeros),
    );
}

/** Integers that are not negative, as bytes. */
export function bytes(mostBits: number): fc.Arbitrary<Given<bigint>> {
  return fc.tuple(naturals(mostBits), inBytes, fc.nat(3)).map(([value, name, zeros]) => form(value, name, zeros));
}

function detached(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(bytes, [bytes.buffer]);
  port1.close();
  port2.close();
  return bytes;
}

function outOfBounds(): Uint8Array {
  const buffer = resizable(8);
  const view = new Uint8Array(buffer, 4, 4);
  buffer.resize(2);
  return view;
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** An object that throws `thrown` at every access. */
function thrower(thrown: unknown, target: object = {}): unknown {
  const fail = () => {
    throw thrown;
  };
  return new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  });
}

const unprintable = Object.create(null);

/** Values that are no integer, no options, no list and no bytes, although some look like one. */
const NONE: Record<string, () => unknown> = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  '5': () => 5,
  true: () => true,
  "'5'": () => '5',
  'a huge string': () => '9'.repeat(2 ** 20),
  'a symbol': () => Symbol('5'),
  'a function': () => () => 5n,
  'valueOf bigint': () => ({ valueOf: () => 5n, [Symbol.toPrimitive]: () => 5n }),
  'a boxed bigint': () => Object(5n),
  'a map': () => new Map([[0, 5]]),
  Uint16Array: () => Uint16Array.of(5),
  DataView: () => new DataView(new ArrayBuffer(4)),
  ArrayBuffer: () => new ArrayBuffer(4),
  'a heir of bytes': () => Object.create(Uint8Array.prototype),
  'tagged as bytes': () => ({ [Symbol.toStringTag]: 'Uint8Array', length: 1, 0: 5 }),
  'a proxy of bytes': () => new Proxy(Uint8Array.of(5), {}),
  'a revoked object': () => revoked({}),
  'a revoked array': () => revoked([]),
  'throws an error': () => thrower(new Error('mine')),
  'throws a string': () => thrower('range:base: mine'),
  'throws nothing': () => thrower(undefined),
  'throws what cannot be printed': () => thrower(unprintable),
  'an array that throws': () => thrower(new RangeError('mine'), []),
  'an unknown key': () => ({ colour: 'blue' }),
  'a key like a terminal’s orders': () => ({ ['\u001b[2J'.repeat(1000)]: 1 }),
  '__proto__ of its own': () => JSON.parse('{"__proto__": {"as": "bytes"}}'),
  'a thousand keys': () => Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])),
};

/** Values that are neither an integer nor bytes, including `undefined`. */
export const NO_INTEGER: Record<string, () => unknown> = {
  ...NONE,
  '[]': () => [],
  '{}': () => ({}),
  '[5n]': () => [5n],
  'a sparse array': () => new Array(5),
  'detached bytes': () => detached(Uint8Array.of(1, 2, 3)),
  'a detached Buffer': () => detached(new Uint8Array(Buffer.from([1, 2, 3]))),
  'bytes out of bounds': outOfBounds,
};

/** Objects without own fields, which are valid empty options. */
const EMPTY = ['undefined', 'a map', 'valueOf bigint', 'a boxed bigint', 'ArrayBuffer', 'DataView', 'a heir of bytes'];

/** Values that are no options, and options with unknown names. */
export const NO_OPTIONS = Object.fromEntries(Object.entries(NONE).filter(([label]) => !EMPTY.includes(label)));

/** A list of values, as every allowed kind of array. */
export function lists<T>(item: fc.Arbitrary<Given<T>>, maxLength: number): fc.Arbitrary<Given<T[]>> {
  const kinds = fc.constantFrom('an array', 'a proxy', 'of another realm', 'that iterates for ever', 'that lies');
  return fc.tuple(fc.array(item, { minLength: 1, maxLength }), kinds).map(([items, kind]) =>
    given(
      `${kind}: [${items.map(({ label }) => label)}]`,
      () =>
        arrayOf(
          kind,
          items.map((item) => item.make()),
        ),
      items.map((item) => item.means),
    ),
  );
}

function arrayOf(kind: string, items: unknown[]): unknown {
  if (kind === 'a proxy') return new Proxy(items, {});
  if (kind === 'of another realm') return ForeignArray.from(items);
  if (kind === 'an array') return items;
  const properties = {
    [Symbol.iterator]: {
      value: function* () {
        while (true) yield 5n;
      },
    },
    map: { value: () => [5n] },
    entries: { value: () => [] },
  };
  if (kind === 'that iterates for ever') return Object.defineProperties(items, properties);
  return Object.setPrototypeOf(Object.defineProperties(items, properties), null);
}

/** Values that are no list. */
export const NO_LIST: Record<string, () => unknown> = {
  ...NO_OPTIONS,
  'a long array of holes': () => new Array(2 ** 32 - 1),
  'an array that throws inside': () =>
    Object.defineProperty([5n, 5n], 1, {
      get() {
        throw new Error('mine');
      },
    }),
  'an array that grows': () => {
    let length = 0;
    return new Proxy([], { get: (_, key) => (key === 'length' ? ++length * 2 ** 20 : undefined) });
  },
  'of no length': () => new Proxy([], { get: () => Number.NaN }),
  'of a symbol’s length': () => new Proxy([], { get: () => Symbol('mine') }),
  'an iterator': () => [5n].values(),
  'a set': () => new Set([5n]),
};
