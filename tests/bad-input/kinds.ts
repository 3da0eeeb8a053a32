// The kinds of arguments in the table of operations: a value that each call takes, and values that it refuses.
import { type Powmod, type RsaPrimes, toBytes } from 'powmod';
import type { Pool } from 'powmod/pool';
import { OPERATIONS } from '../fuzz/operations.js';
import { objectsOf } from '../support/methods.js';
import { makeTrivialPietrzak, makeWesolowski, smallModulus as n, seed } from '../support/small-proofs.ts';
import {
  fields,
  inPlaceOf,
  noBytes,
  noCount,
  noExpectation,
  noInteger,
  noIterable,
  noList,
  noModulus,
  noOptions,
  noPower,
  noResult,
  noSecret,
  noTerms,
  thrower,
  tooLong,
  tooLongBase,
  type Values,
} from './values.ts';

interface Kind {
  right: unknown;
  wrong: Values;
}

/** An operation of the table. */
export interface Operation {
  takes: Record<string, string>;
  /** The kept modulus of the operation's calls, if it is not 1009. */
  modulus?: bigint | undefined;
}

/** The operations of an object, as `m`, or those that are functions, without the object's name. */
export const operationsOf = (of: string): [string, Operation][] =>
  Object.entries(OPERATIONS as Record<string, Operation>)
    .map(([name, operation]) => [...(name.includes('.') ? name.split('.') : ['', name]), operation] as const)
    .filter(([object]) => object === of)
    .map(([, name, operation]) => [name as string, operation as Operation]);

/** The operations of these objects, under their names in the table, and the function that calls each. */
export const callsOf = (objects: Record<string, object> & { pm?: Powmod }) =>
  Object.entries(objects).flatMap(([of, object]) =>
    operationsOf(of).map(([name, { takes, modulus }]) => {
      const by = (modulus !== undefined && objects.pm?.modulus(modulus)) || object;
      const method = Reflect.get(by, name).bind(by) as (...args: unknown[]) => unknown;
      return { name: of ? `${of}.${name}` : name, takes, method };
    }),
  );

/** A value for each argument, by its name. */
export const exampleOf = (takes: Record<string, string>, kinds: Kinds): Values =>
  Object.fromEntries(Object.entries(takes).map(([argument, kind]) => [argument, kindOf(kinds, kind).right]));

/** The kinds of lists that may be any iterable, in a pool an asynchronous one too. */
export const ITERABLES = ['terms', 'integers', 'invertibles', 'exponents', 'proofs'];

/** A call with a list, whose other arguments are right. */
export interface ListCall {
  name: string;
  argument: string;
  kind: string;
  call: (list: unknown) => unknown;
}

const listCallsOf = (objects: Parameters<typeof callsOf>[0], kinds: Kinds): ListCall[] =>
  callsOf(objects).flatMap(({ name, takes, method }) =>
    Object.entries(takes)
      .filter(([, kind]) => ITERABLES.includes(kind))
      .map(([argument, kind]) => ({
        ...{ name, argument, kind },
        call: (list) => method(...Object.values({ ...exampleOf(takes, kinds), [argument]: list })),
      })),
  );

/** Each call of an instance and its objects that takes any iterable, and what such a call does by other arguments. */
export function listCallsOfInstance(pm: Powmod, kinds: Kinds): ListCall[] {
  const m = pm.modulus(1009n);
  const call = (list: unknown) => m.inSubgroup(list as never, 63n);
  return [
    ...listCallsOf(objectsOf(pm), kinds),
    { name: 'm.inSubgroup by powers', argument: 'list', kind: 'integers', call },
  ];
}

/** The same of a pool. */
export function listCallsOfPool(pool: Pool, kinds: Kinds): ListCall[] {
  const terms = { argument: 'terms', kind: 'terms' };
  const bases = { argument: 'bases', kind: 'integers' };
  const inParallel = (list: never) => pool.modMultiPow(list, 7n, { method: 'parallel' });
  const ofTerms = (list: never) => pool.modPowAll(list, 7n);
  const ofSecrets = (list: never) => pool.modPowAll(list, 5n, 7n, { secret: { exponentBits: 8 } });
  return [
    ...listCallsOf({ pool }, kinds),
    { ...terms, name: 'pool.modMultiPow in parallel', call: inParallel as ListCall['call'] },
    { ...terms, name: 'pool.modPowAll of terms', call: ofTerms as ListCall['call'] },
    { ...bases, name: 'pool.modPowAll of secrets', call: ofSecrets as ListCall['call'] },
  ];
}

/** @throws if the table has a kind that is not here */
export function kindOf(kinds: Kinds, name: string): Kind {
  if (!Object.hasOwn(kinds, name)) throw new Error(`tests/bad-input/kinds.ts has no kind ${name}`);
  return kinds[name] as Kind;
}

export type Kinds = Record<string, Kind>;

const P = 2n ** 89n - 1n;
const Q = 2n ** 107n - 1n;

/** A prime of 1279 bits. */
export const PRIME = 2n ** 1279n - 1n;

/** Options of a long call in a pool. */
export const noWatch: Values = { '{ onProgress: 1 }': { onProgress: 1 }, '{ signal: {} }': { signal: {} } };

/** The input of Ethereum's contract with numbers of such lengths. */
export function contractInput(lengths: number[]): Uint8Array {
  const input = new Uint8Array(96 + Math.max(...lengths) + 2).fill(1, 96);
  for (const [i, length] of lengths.entries()) new DataView(input.buffer).setUint32(32 * i + 28, length);
  return input;
}

/**
 * The kinds. The calls are of moduli that are 7, or where one is kept 1009, or the one that the table names; the
 * instance makes the proofs.
 */
export function kindsOf(pm: Powmod): Kinds {
  const wesolowski = makeWesolowski(pm, n, seed, 1000);
  const pietrzak = makeTrivialPietrzak(pm, n, seed, 1000);
  const proof = { right: wesolowski, wrong: noProof };
  const proofs = { right: [wesolowski], wrong: noProofs };
  const ofSchemes = {
    wesolowski: { right: wesolowski, wrong: { ...noProof, 'of pietrzak': pietrzak } },
    pietrzak: { right: pietrzak, wrong: { ...noProof, 'of wesolowski': wesolowski } },
  };
  return { ...NUMBERS, ...LISTS, ...OPTIONS, ...SECRETS, ...CONVERSIONS, ...ofSchemes, proof, proofs, key: keyOf(pm) };
}

const NUMBERS = {
  integer: { right: 7n, wrong: { ...noInteger, ...tooLong } },
  base: { right: 3n, wrong: { ...noInteger, ...tooLongBase } },
  exponent: { right: 5n, wrong: { ...noInteger, ...tooLong } },
  modulus: { right: 7n, wrong: noModulus },
  oddModulus: { right: 7n, wrong: { ...noModulus, '8n, even': 8n } },
  elementModulus: { right: n, wrong: { ...noModulus, 'a prime': PRIME } },
  groupModulus: { right: n, wrong: { ...noModulus, '1009n, too short': 1009n * 1013n, even: n + 1n } },
  order: { right: 11n, wrong: { ...noInteger, '0n': 0n, '−5n': -5n, ...tooLong } },
  square: { right: 4n, wrong: { ...noInteger, ...tooLongBase } },
  residue: { right: 3n, wrong: { ...noInteger, '−1n': -1n } },
  exponentOfTable: { right: 5n, wrong: { ...noInteger, '101 bits, where exponentBits is 100': 1n << 100n } },
  times: { right: 5, wrong: noCount(0, Number.MAX_SAFE_INTEGER) },
  bitsOfPrime: { right: 16, wrong: noCount(2, 65536) },
  seed: { right: seed, wrong: { ...noBytes, '2^20 + 1 bytes': new Uint8Array(2 ** 20 + 1) } },
  modexp: {
    right: contractInput([1, 1, 1]),
    wrong: {
      ...noBytes,
      'a base of 32,769 bytes': contractInput([32769, 1, 1]),
      'an exponent of 8193 bytes': contractInput([1, 8193, 1]),
      'a modulus of 8193 bytes': contractInput([1, 1, 8193]),
      'a modulus of 2^256 − 1 bytes': new Uint8Array(96).fill(255, 64),
      'a modulus of 2^23 + 1 bytes, all 0': contractInput([0, 0, 2 ** 23 + 1]).fill(0, 96),
    },
  },
} satisfies Kinds;

const LISTS = {
  terms: { right: [[3n, 5n]], wrong: noTerms },
  integers: { right: [3n, 5n], wrong: { ...noIterable, "[5n, '5']": [5n, '5'] } },
  invertibles: { right: [3n, 5n], wrong: { ...noIterable, "[5n, '5']": [5n, '5'], '[5n, 0n]': [5n, 0n] } },
  exponents: { right: [5n, 7n], wrong: { ...noIterable, '[5n, 5]': [5n, 5] } },
  bases: { right: [3n], wrong: { ...noList('integers'), '[]': [], '[3n, 5]': [3n, 5] } },
  exponentsOfTables: { right: [1n], wrong: { ...noList('exponents'), '[1n, 5n], of one base': [1n, 5n], '[2]': [2] } },
} satisfies Kinds;

const random: Values = {
  'a string': 'secure',
  'gives nothing': () => undefined,
  'gives an array': () => [1, 2],
  'gives a promise': async (length: number) => new Uint8Array(length),
  'gives a byte too few': (length: number) => new Uint8Array(length - 1),
  'gives a byte too many': (length: number) => new Uint8Array(length + 1),
};
const noPrime: Values = { ...noOptions, '{ safe: 1 }': { safe: 1 }, ...fields('random', random) };
const noParallel: Values = {
  "{ method: 'parallel', window: 4 }": { method: 'parallel', window: 4 },
  '{ method: 5 }': { method: 5 },
};
const noSecretList: Values = { '{ secret: {} }': { secret: {} }, '{ secret: 8 }': { secret: 8 } };

const noVerify: Values = {
  ...noOptions,
  ...Object.fromEntries(Object.entries(noExpectation).map(([label, expect]) => [`{ expect: ${label} }`, { expect }])),
  ...fields('maxDelta', noCount(0, 20)),
  '{ allowWeakModulus: 1 }': { allowWeakModulus: 1 },
  '{ challenge: 5n }': { challenge: 5n },
  '{ challenge: {} }': { challenge: {} },
  '{ challenge: { prime } } of 127 bits': { challenge: { prime: 2n ** 127n - 1n } },
  '{ challenge: { prime } } of 1025 bits': { challenge: { prime: 2n ** 1024n + 643n } },
  '{ challenge: { prime } } that is none': { challenge: { prime: 2n ** 128n + 1n } },
  'a getter of `expect` that throws': thrower('expect'),
};

const OPTIONS = {
  result: { right: undefined, wrong: { ...noResult, '{ window: 4 }': { window: 4 } } },
  power: { right: undefined, wrong: noPower },
  fixedBase: {
    right: undefined,
    wrong: { ...noOptions, ...fields('exponentBits', noCount(1, 65536)), "{ method: 'binary' }": { method: 'binary' } },
  },
  tables: { right: undefined, wrong: { ...noOptions, ...fields('window', noCount(1, 16)) } },
  verify: { right: undefined, wrong: noVerify },
  batch: { right: undefined, wrong: { ...noOptions, '{ batch: 1 }': { batch: 1 } } },
  prime: { right: undefined, wrong: noPrime },
  modexpOptions: { right: undefined, wrong: { ...noOptions, '{ eip7823: 1 }': { eip7823: 1 } } },
  // Of a pool. Long calls tell their progress, and end by a signal.
  poolPower: { right: undefined, wrong: { ...noPower, ...noParallel } },
  poolPrime: { right: undefined, wrong: { ...noPrime, '{ signal: 1 }': { signal: 1 } } },
  long: { right: undefined, wrong: { ...noOptions, ...noWatch } },
  longResult: { right: undefined, wrong: { ...noResult, ...noWatch } },
  longPower: { right: undefined, wrong: { ...noPower, ...noParallel, ...noWatch } },
  longList: { right: undefined, wrong: { ...noResult, ...noWatch, ...noSecretList } },
  longBatch: { right: undefined, wrong: { ...noOptions, ...noWatch, '{ batch: 1 }': { batch: 1 } } },
} satisfies Kinds;

const nineBits = Uint8Array.of(1, 0);
const noSecretBytes = { ...noBytes, ...noSecret, '5n': 5n };

const SECRETS = {
  secret: {
    right: Uint8Array.of(5),
    wrong: { ...noSecret, '9 bits, where exponentBits is 8': nineBits, '256n, where exponentBits is 8': 256n },
  },
  secretOfTable: {
    right: Uint8Array.of(5),
    wrong: { ...noSecretBytes, '101 bits, where exponentBits is 100': new Uint8Array(13).fill(255) },
  },
  secretBytes: {
    right: Uint8Array.of(5),
    wrong: { ...noSecretBytes, 'bytes of 262,152 bits': new Uint8Array(32_769).fill(1) },
  },
  exponentBits: {
    right: { exponentBits: 8 },
    wrong: {
      nothing: undefined,
      ...noOptions,
      ...fields('exponentBits', { nothing: undefined, ...noCount(1, 65536) }),
      '{}': {},
    },
  },
} satisfies Kinds;

/** The parts of a key that are right, and each part wrong. */
function keyOf(pm: Powmod): Kind {
  const d = pm.modInv(65537n, (P - 1n) * (Q - 1n));
  const parts = { p: P, q: Q, dp: d % (P - 1n), dq: d % (Q - 1n), qInv: pm.modInv(Q, P), e: 65537n };
  const inBytes = Object.entries(parts).map(([name, part]) => [name, toBytes(part)]);
  const key = Object.fromEntries(inBytes) as unknown as RsaPrimes;
  const wrong: Values = {
    nothing: undefined,
    null: null,
    "'PEM'": 'PEM',
    '7': 7,
    '[]': [],
    'DER that ends': Uint8Array.of(0x30, 7, 2),
    'a view of words': new Uint32Array(7),
    '2^24 bytes': new Uint8Array(2 ** 24),
    ...Object.assign({}, ...Object.keys(key).map((name) => inPlaceOf(key, name, noSecret))),
    ...inPlaceOf(key, 'e', { '2, even': Uint8Array.of(2) }),
    ...inPlaceOf(key, 'p', { '8, even': Uint8Array.of(8), '0': new Uint8Array() }),
    ...inPlaceOf(key, 'dp', { 'longer than p': new Uint8Array(13).fill(1) }),
  };
  return { right: key, wrong };
}

const noText: Values = {
  nothing: undefined,
  null: null,
  '5n': 5n,
  '[]': [],
  bytes: Uint8Array.of(5),
  "'+'": '+',
  "'é'": 'é',
};

const CONVERSIONS = {
  natural: {
    right: 5n,
    wrong: { '5, a number': 5, "'5'": '5', '−5n': -5n, 'more than 2^23 bytes': 1n << 67_108_864n },
  },
  length: { right: undefined, wrong: noCount(0, 2 ** 23) },
  bytes: { right: Uint8Array.of(5), wrong: { ...noBytes, '2^23 + 1 bytes': new Uint8Array(2 ** 23 + 1).fill(1) } },
  hex: {
    right: '5',
    wrong: { ...noText, "'0xg'": '0xg', "'-5'": '-5', '2^24 + 1 digits': '5'.repeat(2 ** 24 + 1) },
  },
  base64Url: {
    right: 'BQ',
    wrong: { ...noText, "'A'": 'A', "'AA=='": 'AA==', '2^24 characters': 'A'.repeat(2 ** 24) },
  },
} satisfies Kinds;

const noProof: Values = { nothing: undefined, null: null, '5': 5, 'a function': () => 5 };

const noProofs: Values = {
  ...noIterable,
  "'x'": 'x',
  '[proof, 5]': [{}, 5],
  'a set with 5': new Set([5]),
  '2^20 + 1 holes': new Array(2 ** 20 + 1),
};
