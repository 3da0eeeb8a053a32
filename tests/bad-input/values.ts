// Wrong values for each kind of argument, by the description in the table.
import { groups } from 'powmod';
import { NO_INTEGER, NO_LIST, NO_OPTIONS } from '../fuzz/js/given.ts';

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

const made = (recipes: Record<string, () => unknown>): Values =>
  Object.fromEntries(Object.entries(recipes).map(([label, make]) => [label, make()]));

export const noInteger: Values = made(NO_INTEGER);

export const noBytes: Values = { ...noInteger, '5n': 5n };

/** No secret number. */
export const noSecret: Values = { ...noInteger, '−5n': -5n };

export const tooLong: Values = { '65,537 bits': 1n << 65536n };
export const tooLongBase: Values = { '262,145 bits': 1n << 262144n, '−2^262144': -(1n << 262144n) };
export const noModulus: Values = { ...noInteger, '0n': 0n, '−7n': -7n, 'no bytes': new Uint8Array(), ...tooLong };

const { undefined: _, ...noneOfOptions } = NO_OPTIONS;
export const noOptions: Values = { ...made(noneOfOptions), '[]': [] };

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

export const noList = (content: string): Values => ({
  ...made(NO_LIST),
  nothing: undefined,
  '5n': 5n,
  [`65,537 ${content}`]: new Array(65537).fill(3n),
});

export const noTerms: Values = {
  ...noList('pairs'),
  '[]': [],
  '[[3n]]': [[3n]],
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
