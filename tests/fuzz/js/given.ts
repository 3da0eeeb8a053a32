// Arguments: integers, lists and options in every allowed form.
import { runInNewContext } from 'node:vm';
import { toBytes } from 'powmod';

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

/** Bytes in every allowed form, of a number from 0 on behind some zeros. */
export const FORMS: Record<string, (value: bigint, zeros: number) => Uint8Array> = Object.fromEntries(
  Object.entries<(bytes: number[]) => Uint8Array>({
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
  }).map(([name, form]) => [
    name,
    (value, zeros) => form([...new Array(zeros).fill(0), ...toBytes(value, value ? undefined : 0)]),
  ]),
);

/** Every allowed kind of array. */
export const KINDS = ['an array', 'a proxy', 'of another realm', 'that iterates for ever', 'that lies'];

export function arrayOf(kind: string, items: unknown[]): unknown {
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

/** Every allowed kind of options. */
export const OPTIONS = ['an object', 'frozen', 'a proxy', 'read once'];

export function optionsOf(kind: string, options: object): object {
  if (kind === 'frozen') return Object.freeze(options);
  if (kind === 'a proxy') return new Proxy(options, {});
  if (kind === 'an object') return options;
  const left = new Map(Object.entries(options));
  const once = (name: string) => {
    const value = left.get(name) ?? 'read twice';
    left.delete(name);
    return value;
  };
  return Object.defineProperties(
    {},
    Object.fromEntries(Object.keys(options).map((name) => [name, { enumerable: true, get: () => once(name) }])),
  );
}
