// Wrong values for each kind of argument, by the description in the table.
import { groups } from 'powmod';
import { resizable } from '../fuzz/js/given.ts';

export type Values = Record<string, unknown>;

const N = groups['RSA-2048'];

/** An object with a getter that throws. */
export const thrower = (name: string): object =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('a getter’s own');
    },
  });

function detached(): Uint8Array {
  const bytes = Uint8Array.of(1, 2, 3);
  structuredClone(bytes, { transfer: [bytes.buffer] });
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
function throwing(thrown: unknown, target: object = {}): unknown {
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

/** Values that are no integer, no options, no list and no bytes, although some look like one. */
const none: Values = {
  undefined: undefined,
  null: null,
  NaN: Number.NaN,
  '5': 5,
  true: true,
  "'5'": '5',
  'a huge string': '9'.repeat(2 ** 20),
  'a symbol': Symbol('5'),
  'a function': () => 5n,
  'valueOf bigint': { valueOf: () => 5n, [Symbol.toPrimitive]: () => 5n },
  'a boxed bigint': Object(5n),
  'a map': new Map([[0, 5]]),
  Uint16Array: Uint16Array.of(5),
  DataView: new DataView(new ArrayBuffer(4)),
  ArrayBuffer: new ArrayBuffer(4),
  'a heir of bytes': Object.create(Uint8Array.prototype),
  'tagged as bytes': { [Symbol.toStringTag]: 'Uint8Array', length: 1, 0: 5 },
  'a proxy of bytes': new Proxy(Uint8Array.of(5), {}),
  'a revoked object': revoked({}),
  'a revoked array': revoked([]),
  'throws an error': throwing(new Error('mine')),
  'throws a string': throwing('range:base: mine'),
  'throws nothing': throwing(undefined),
  'throws what cannot be printed': throwing(Object.create(null)),
  'an array that throws': throwing(new RangeError('mine'), []),
  'an unknown key': { colour: 'blue' },
  'a key like a terminal’s orders': { ['\u001b[2J'.repeat(1000)]: 1 },
  '__proto__ of its own': JSON.parse('{"__proto__": {"as": "bytes"}}'),
  'a thousand keys': Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])),
};

/** Values that are neither an integer nor bytes, including `undefined`. */
export const noInteger: Values = {
  ...none,
  '[]': [],
  '{}': {},
  '[5n]': [5n],
  'a sparse array': new Array(5),
  'detached bytes': detached(),
  'bytes out of bounds': outOfBounds(),
};

/** Objects without own fields, which are valid empty options. */
const EMPTY = ['undefined', 'a map', 'valueOf bigint', 'a boxed bigint', 'ArrayBuffer', 'DataView', 'a heir of bytes'];

/** Values that are no options, and options with unknown names; none of them is a list either. */
const neither: Values = Object.fromEntries(Object.entries(none).filter(([label]) => !EMPTY.includes(label)));

export const noOptions: Values = { ...neither, '[]': [] };

export const noBytes: Values = { ...noInteger, '5n': 5n };

/** No secret number. */
export const noSecret: Values = { ...noInteger, '−5n': -5n };

export const tooLong: Values = { '65,537 bits': 1n << 65536n };
export const tooLongBase: Values = { '262,145 bits': 1n << 262144n, '−2^262144': -(1n << 262144n) };
export const noModulus: Values = { ...noInteger, '0n': 0n, '−7n': -7n, 'no bytes': new Uint8Array(), ...tooLong };

export const noResult: Values = {
  ...noOptions,
  'a getter of `as` that throws': thrower('as'),
  "{ as: 'hex' }": { as: 'hex' },
  '{ as: 5 }': { as: 5 },
  '{ length: 5 }': { length: 5 },
  "{ as: 'bigint', length: 5 }": { as: 'bigint', length: 5 },
  "{ as: 'bytes', length: 0 }": { as: 'bytes', length: 0 },
  "{ as: 'bytes', length: 5n }": { as: 'bytes', length: 5n },
  "{ as: 'bytes', length: 2^23 + 1 }": { as: 'bytes', length: 2 ** 23 + 1 },
};

export const noPower: Values = {
  ...noResult,
  "{ method: 'binary' }": { method: 'binary' },
  '{ window: 4 }': { window: 4 },
  "{ table: 'paper' }": { table: 'paper' },
  "{ earlyExit: 'all' }": { earlyExit: 'all' },
};

function growing(): unknown[] {
  let length = 0;
  return new Proxy([], { get: (_, key) => (key === 'length' ? ++length * 2 ** 20 : undefined) });
}

export const noList = (content: string): Values => ({
  ...neither,
  'a long array of holes': new Array(2 ** 32 - 1),
  'an array that throws inside': Object.defineProperty([5n, 5n], 1, {
    get() {
      throw new Error('mine');
    },
  }),
  'an array that grows': growing(),
  'of no length': new Proxy([], { get: () => Number.NaN }),
  'of a symbol’s length': new Proxy([], { get: () => Symbol('mine') }),
  'an iterator': [5n].values(),
  'a set': new Set([5n]),
  nothing: undefined,
  '5n': 5n,
  [`65,537 ${content}`]: new Array(65537).fill(3n),
});

const iterates = (next: () => unknown) => ({ [Symbol.iterator]: () => ({ next }) });

/**
 * Values that are no list of any length. What an iterator throws is thrown as it is: see
 * tests/node/border/thrown.test.ts.
 */
export const noIterable: Values = {
  ...Object.fromEntries(
    Object.entries(noList('')).filter(
      ([label]) => !['an iterator', 'a set'].includes(label) && !label.startsWith('65,537'),
    ),
  ),
  'without an iterator': { [Symbol.iterator]: () => undefined },
  'an iterator without next': { [Symbol.iterator]: () => ({}) },
  'that gives nothing': iterates(() => undefined),
  'that gives holes': iterates(() => ({})),
  'that ends with a wrong entry': { [Symbol.iterator]: () => [5n, '5'].values() },
};

export const noTerms: Values = {
  ...noIterable,
  '[[3n]]': [[3n]],
  '[[3n, 5n, 7n]]': [[3n, 5n, 7n]],
  '[3n, 5n]': [3n, 5n],
  '[[3n, 5]]': [[3n, 5]],
  "[['3', 5n]]": [['3', 5n]],
  'a hole': new Array(1),
};

export const noCount = (least: number, most: number): Values => ({
  "'5'": '5',
  '5n': 5n,
  [`${least - 1}`]: least - 1,
  [`${most + 1}`]: most === Number.MAX_SAFE_INTEGER ? 2 ** 53 : most + 1,
  '1.5': 1.5,
  NaN: Number.NaN,
});

export const noExpectation: Values = {
  null: null,
  "'RSA-2048'": 'RSA-2048',
  '{ modulos }': { modulos: N },
  '{ modulus: 7 }': { modulus: 7 },
  "{ modulus: 'RSA-1024' }": { modulus: 'RSA-1024' },
  '{ modulus: 0n }': { modulus: 0n },
  "{ input: '0x' }": { input: '0x' },
  "{ seed: 'text' }": { seed: 'text' },
  '{ seed } of 2^20 + 1 bytes': { seed: new Uint8Array(2 ** 20 + 1) },
  '{ iterations: 0 }': { iterations: 0 },
  '{ iterations: 5n }': { iterations: 5n },
  "{ scheme: 'snark' }": { scheme: 'snark' },
  "{ profile: 'v1' }": { profile: 'v1' },
};

/** Puts each wrong value into a field of an object. */
export function fields(name: string, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([label, value]) => [`{ ${name}: ${label.replace(/^nothing$/, 'undefined')} }`, { [name]: value }]),
  );
}

/** Puts each wrong value into a field of an object whose other fields are right. */
export function inPlaceOf(statement: object, name: string, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([label, value]) => [`${name}: ${label}`, { ...statement, [name]: value }]),
  );
}
