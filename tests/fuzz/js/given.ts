// Arguments: integers and lists in every allowed form.
import { runInNewContext } from 'node:vm';
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

export function resizable(length: number): Resizable {
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

/** A list of values, as every allowed kind of array. */
export function lists<T>(item: fc.Arbitrary<Given<T>>, maxLength: number): fc.Arbitrary<Given<T[]>> {
  const kinds = fc.constantFrom('an array', 'a proxy', 'of another realm', 'that iterates for ever', 'that lies');
  return fc.tuple(fc.array(item, { maxLength }), kinds).map(([items, kind]) =>
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
