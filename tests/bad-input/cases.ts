// The mistakes that a caller can make, for each call and argument.
import { Readable } from 'node:stream';
import * as functions from 'powmod';
import {
  type CrtKey,
  challengeOf,
  challengesOf,
  fromBase64Url,
  fromHex,
  init,
  initSync,
  type Kernel,
  type Powmod,
  readProof,
  toBase64Url,
  toBigint,
  toBytes,
  toHex,
} from 'powmod';
import * as chiaEntry from 'powmod/chia';
import { createPool, type Pool } from 'powmod/pool';
import * as verifyEntry from 'powmod/verify';
import { mainnet } from '../support/chia-vectors.ts';
import { kernelFile } from '../support/package.ts';
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

/** One mistake. */
export interface Case {
  call: string;
  /** The argument that the error must begin with, or the field of a malformed proof. */
  argument: string;
  given: string;
  work: () => unknown;
}

type Work = (...args: never[]) => unknown;

const SCALAR = kernelFile('scalar');
const P = 2n ** 89n - 1n;
const Q = 2n ** 107n - 1n;
const PRIME = 2n ** 1279n - 1n;

/** Values for one argument, each in a call of its own. */
function* each(call: string, argument: string, values: Values, work: (value: never) => unknown): Iterable<Case> {
  for (const [given, value] of Object.entries(values))
    yield { call, argument, given, work: () => work(value as never) };
}

/**
 * A correct call, and wrong values for each of its arguments, to be tried one at a time. `by` is the function, or the
 * object that has it by the name behind the dot.
 */
function* calls(name: string, by: object, right: Values, wrong: Record<string, Values>): Iterable<Case> {
  const names = Object.keys(right);
  const work = (typeof by === 'function' ? by : Reflect.get(by, name.split('.').at(-1) as string).bind(by)) as Work;
  const call = `${name}(${names.join(', ').replace(', options', ', options?')})`;
  for (const [argument, values] of Object.entries(wrong))
    yield* each(call, argument, values, (value) =>
      work(...(names.map((other) => (other === argument ? value : right[other])) as never[])),
    );
}

/**
 * Makes all mistakes, on a kernel; those of pools only on the kernel of `auto`. `end` closes the pool that they need.
 */
export async function cases(kernel: 'auto' | Kernel): Promise<{ list: Case[]; end: () => Promise<void> }> {
  // BigInt says what is wrong with secrets too.
  const pm = await init({ kernel, allowTiming: kernel === 'bigint' });
  const pool = await createPool({ workers: 1 });
  const closed = await createPool({ workers: 1 });
  await closed.close();
  const list = [
    ...loading(),
    ...powers('pm.', pm),
    ...publicPowers('', functions),
    ...arithmetic(pm),
    ...kept(pm),
    ...secrets(pm),
    ...conversions(),
    ...precompile('pm.modexp', pm),
    ...verifying('pm.', pm, pm),
    ...groupsAndClaims(pm),
    ...verifying('', verifyEntry, pm),
  ];
  if (kernel === 'auto') {
    const { checkpoints } = await pool.evaluate({ modulus: n, seed, iterations: 100 });
    list.push(
      ...chia(),
      ...chiaInPool(closed),
      ...pools(pm, pool, closed),
      ...evaluations(pool),
      ...checkpointed(pool, checkpoints),
    );
  }
  return { list, end: () => pool.close() };
}

function* loading(): Iterable<Case> {
  const options: Values = {
    null: null,
    "'auto'": 'auto',
    '{ kernels }': { kernels: 'auto' },
    "{ kernel: 'fast' }": { kernel: 'fast' },
    '{ kernel: 7 }': { kernel: 7 },
    "{ wasm: 'x.wasm' }": { wasm: 'x.wasm' },
    ...fields('maxBits', noCount(1, 2 ** 26)),
    '{ allowTiming: 1 }': { allowTiming: 1 },
  };
  const nothing = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  const sources: Values = {
    'wasm: nothing': undefined,
    "wasm: 'x.wasm'": 'x.wasm',
    'wasm: no bytes': new Uint8Array(),
    'wasm: a page of HTML': new TextEncoder().encode('<!doctype html>'),
    'wasm: a file cut short': SCALAR.subarray(0, 1000),
    'wasm: one bit of the file flipped': SCALAR.with(50_000, (SCALAR[50_000] as number) ^ 1),
    'wasm: a module of nothing': nothing,
    'wasm: a compiled module of nothing': new WebAssembly.Module(nothing),
    'wasm: a response with status 404': new Response('gone', { status: 404 }),
  };
  const later = { 'wasm: a promise of the file': Promise.resolve(SCALAR) };
  for (const [name, start, more] of [['init', init, {}] as const, ['initSync', initSync, later] as const]) {
    yield* calls(name, start, { options: undefined }, { options });
    yield* each(`${name}(options)`, '', { ...sources, ...more }, (source) =>
      start({ kernel: 'scalar', wasm: () => source }),
    );
  }
}

/** The calls that an instance, a pool and the functions share. */
function* publicPowers(prefix: string, on: Pick<Powmod | Pool, 'modPow' | 'modPow2'>): Iterable<Case> {
  const base = { ...noInteger, ...tooLongBase };
  const exponent = { ...noInteger, ...tooLong };
  const numbers = { base: 3n, exponent: 5n, modulus: 7n, options: undefined };
  yield* calls(`${prefix}modPow`, on, numbers, { base, exponent, modulus: noModulus, options: noPower });
  const singular = { ...numbers, exponent: -1n, modulus: 4n };
  yield* calls(`${prefix}modPow`, on, singular, { base: { '2n, without an inverse modulo 4n': 2n } });
  const two = { x: 3n, a: 5n, y: 3n, b: 5n, modulus: 7n, options: undefined };
  const [someBases, someExponents] = [few(base), few(exponent)];
  const some = { x: someBases, a: someExponents, y: someBases, b: someExponents };
  yield* calls(`${prefix}modPow2`, on, two, { ...some, modulus: few(noModulus), options: few(noPower) });
}

/** The calls that an instance and a pool share. */
function* powers(prefix: string, on: Powmod | Pool): Iterable<Case> {
  yield* publicPowers(prefix, on);
  const several = { terms: [[3n, 5n]], modulus: 7n, options: undefined };
  const wrong = { terms: noTerms, modulus: few(noModulus), options: few(noPower) };
  yield* calls(`${prefix}modMultiPow`, on, several, wrong);

  const random: Values = {
    'a string': 'secure',
    'gives nothing': () => undefined,
    'gives an array': () => [1, 2],
    'gives a promise': async (length: number) => new Uint8Array(length),
    'gives a byte too few': (length: number) => new Uint8Array(length - 1),
    'gives a byte too many': (length: number) => new Uint8Array(length + 1),
  };
  const options = { ...noOptions, '{ safe: 1 }': { safe: 1 }, ...fields('random', random) };
  yield* calls(`${prefix}randomPrime`, on, { bits: 16, options: undefined }, { bits: noCount(2, 65536), options });
  const safe = { 2: 2, 4: 4, 5: 5 };
  yield* each(`${prefix}randomPrime(bits, { safe: true })`, 'bits', safe, (bits) =>
    on.randomPrime(bits, { safe: true }),
  );
}

const few = (values: Values): Values => Object.fromEntries(Object.entries(values).slice(0, 3));

const short = { '1 byte, where the modulus has 2': { as: 'bytes', length: 1 } };

function* arithmetic(pm: Powmod): Iterable<Case> {
  const modulus = few(noModulus);
  const base = few({ ...noInteger, ...tooLongBase });
  const product = { a: 3n, b: 5n, modulus: 7n, options: undefined };
  const options = { ...noResult, '{ window: 4 }': { window: 4 } };
  yield* calls('pm.modMul', pm, product, { a: base, b: base, modulus, options });
  yield* calls('pm.modMul', pm, { ...product, modulus: 1009n }, { options: short });
  const a = { ...base, '0n': 0n, '7n, a multiple of the modulus': 7n };
  yield* calls('pm.modInv', pm, { a: 3n, modulus: 7n, options: undefined }, { a, modulus, options: few(noResult) });
  yield* calls('pm.isProbablePrime', pm, { n: 7n }, { n: { ...noInteger, ...tooLong } });
  yield* calls('pm.modulus', pm, { modulus: 7n }, { modulus: noModulus });
}

function* kept(pm: Powmod): Iterable<Case> {
  const m = pm.modulus(1009n);
  const freed = pm.modulus(1009n);
  const [fixedBase, tables] = [m.fixedBase(3n, { maxBits: 100 }), m.tables([3n, 5n])];
  const [gone, orphan] = [m.fixedBase(3n), freed.fixedBase(3n)];
  gone.free();
  freed.free();
  const power = { base: 3n, exponent: 5n, options: undefined };
  yield* calls('m.pow', m, power, { base: noInteger, exponent: tooLong, options: noPower });
  const ofTable = {
    '[[a table of another modulus, 5n]]': [[pm.modulus(1013n).fixedBase(3n), 5n]],
    "[[a table, '5']]": [[fixedBase, '5']],
    '[[a table, 101 bits]], where maxBits is 100': [[fixedBase, 1n << 100n]],
  };
  yield* calls('m.multiPow', m, { terms: [[3n, 5n]], options: undefined }, { terms: { ...noTerms, ...ofTable } });
  const powers = { base: 3n, exponents: [5n, 7n], options: undefined };
  const several = { ...noIterable, '[5n, 5]': [5n, 5] };
  yield* calls('m.powers', m, powers, { base: noInteger, exponents: several, options: few(noPower) });
  yield* calls('m.powers', m, powers, { options: short });
  const factors = { ...noIterable, "[5n, '5']": [5n, '5'] };
  yield* calls('m.product', m, { factors: [3n, 5n], options: undefined }, { factors, options: noResult });
  const list = { ...noIterable, "[5n, '5']": [5n, '5'], '[5n, 0n]': [5n, 0n] };
  yield* calls('m.invAll', m, { list: [3n, 5n], options: undefined }, { list, options: noResult });
  const q = { ...noInteger, '0n': 0n, '−5n': -5n, ...tooLong };
  yield* calls('m.isMember', m, { list: [3n, 5n], q: 7n }, { list: { ...noIterable, "[5n, '5']": [5n, '5'] }, q });
  yield* calls('m.sqrt', m, { a: 4n, options: undefined }, { a: { ...noInteger, ...tooLongBase }, options: noResult });
  const noPrimes = { '1n': 1n, '8n, even': 8n, '15n': 15n, '1009², a square': 1009n ** 2n };
  yield* each('m.sqrt(a)', 'modulus', noPrimes, (modulus: bigint) => pm.modulus(modulus).sqrt(4n));
  yield* calls('m.jacobi', m, { a: 3n }, { a: { ...noInteger, ...tooLongBase } });
  yield* each('m.jacobi(a)', 'modulus', { '8n, even': 0 }, () => pm.modulus(8n).jacobi(3n));
  const square = { x: 3n, times: 5, options: undefined };
  const times = noCount(0, Number.MAX_SAFE_INTEGER);
  yield* calls('m.square', m, square, { x: noInteger, times, options: noResult });
  yield* calls('m.square', m, square, { options: short });
  const two = { x: 3n, a: 5n, y: 3n, b: 5n, options: undefined };
  const [someBases, someExponents] = [few(noInteger), few({ ...tooLong, ...noInteger })];
  yield* calls('m.pow2', m, two, { x: someBases, a: someExponents, y: someBases, b: someExponents });
  yield* calls(
    'm.mul',
    m,
    { a: 3n, b: 5n, options: undefined },
    { a: someBases, b: someBases, options: few(noResult) },
  );
  yield* calls('m.inv', m, { a: 3n }, { a: { '1009n, a multiple of the modulus': 1009n } });
  const ofBase = {
    ...noOptions,
    ...fields('maxBits', noCount(1, 65536)),
    "{ method: 'binary' }": { method: 'binary' },
  };
  yield* calls('m.fixedBase', m, { base: 3n, options: undefined }, { base: noInteger, options: ofBase });
  const bases = { ...noList('integers'), '[]': [], '[3n, 5]': [3n, 5] };
  const ofTables = { ...noOptions, ...fields('window', noCount(1, 16)) };
  yield* calls('m.tables', m, { bases: [3n], options: undefined }, { bases, options: ofTables });
  const exponent = { ...noInteger, '101 bits, where maxBits is 100': 1n << 100n };
  yield* calls('fixedBase.pow', fixedBase, { exponent: 5n, options: undefined }, { exponent, options: noResult });
  const exponents = { ...noList('exponents'), '[1n], of two bases': [1n], '[1n, 2]': [1n, 2] };
  const both = { exponents: [1n, 1n], options: undefined };
  yield* calls('tables.multiPow', tables, both, { exponents, options: noResult });
  const afterFree = { 'after m.free()': 0 };
  yield* each('m.pow(base, exponent)', 'modulus', afterFree, () => freed.pow(3n, 5n));
  yield* each('fixedBase.pow(exponent)', 'modulus', afterFree, () => orphan.pow(5n));
  yield* each('m.jacobi(a)', 'modulus', afterFree, () => freed.jacobi(5n));
  yield* each('fixedBase.pow(exponent)', 'fixedBase', { 'after fixedBase.free()': 0 }, () => gone.pow(5n));
}

function* secrets(pm: Powmod): Iterable<Case> {
  const exponent = Uint8Array.of(5);
  const right = { exponentBits: 8 };
  const options: Values = {
    nothing: undefined,
    ...noOptions,
    ...fields('exponentBits', { nothing: undefined, ...noCount(1, 65536) }),
    '{}': {},
  };
  const wrong = { ...noSecret, '9 bits, where exponentBits is 8': Uint8Array.of(1, 0) };
  const modulus = { ...noModulus, '8n, even': 8n };
  const one = { base: 3n, exponent, modulus: 7n, options: right };
  const longToo = { ...wrong, '256n, where exponentBits is 8': 256n };
  yield* calls('pm.modPowSecret', pm, one, { base: noInteger, exponent: longToo, modulus, options });
  const two = { x: 3n, a: exponent, y: 3n, b: exponent, modulus: 7n, options: right };
  yield* calls('pm.modPow2Secret', pm, two, { x: noInteger, a: wrong, y: noInteger, b: wrong, modulus, options });
  const ofKept = { base: 3n, exponent, options: right };
  yield* calls('m.powSecret', pm.modulus(7n), ofKept, { base: noInteger, exponent: wrong, options });
  const even = pm.modulus(8n);
  yield* each('m.powSecret(base, exponent, options)', 'modulus', { '8n, even': 0 }, () =>
    even.powSecret(3n, exponent, right),
  );
  const double = { x: 3n, a: exponent, y: 3n, b: exponent, options: right };
  yield* calls('m.pow2Secret', pm.modulus(7n), double, { x: noInteger, a: noSecret, y: noInteger, b: wrong, options });
  const bytes = { ...noBytes, ...few(noSecret) };
  const scalar = { ...bytes, 'bytes of 262,152 bits': new Uint8Array(32_769).fill(1) };
  const scalars = { a: exponent, b: exponent, c: exponent };
  yield* calls('m.mulAddSecret', pm.modulus(7n), scalars, { a: scalar, b: bytes, c: bytes });
  const inverted = { ...scalar, '7, the modulus': Uint8Array.of(7) };
  yield* calls('m.invSecret', pm.modulus(7n), { a: exponent }, { a: inverted });
  yield* each('m.invSecret(a)', 'a', { '2, modulo 8n': 0 }, () => even.invSecret(Uint8Array.of(2)));
  const table = pm.modulus(7n).fixedBase(3n, { maxBits: 8 });
  const longer = { ...bytes, '9 bits, where maxBits is 8': Uint8Array.of(1, 0) };
  yield* calls('fixedBase.powSecret', table, { exponent }, { exponent: longer });
  const evenTable = even.fixedBase(3n);
  yield* each('fixedBase.powSecret(exponent)', 'modulus', { '8n, even': 0 }, () => evenTable.powSecret(exponent));
  const residues = pm.modulus(7n).fixedBase(3n, { method: 'residues' });
  const otherMethod = { "where the table has the method 'residues'": 0 };
  yield* each('fixedBase.powSecret(exponent)', 'options.method', otherMethod, () => residues.powSecret(exponent));
  yield* calls('pm.randomBelow', pm, { n: 7n }, { n: noModulus });
  const d = pm.modInv(65537n, (P - 1n) * (Q - 1n));
  const parts = { p: P, q: Q, dp: d % (P - 1n), dq: d % (Q - 1n), qInv: pm.modInv(Q, P), e: 65537n };
  const inBytes = Object.entries(parts).map(([name, part]) => [name, toBytes(part)]);
  const key = Object.fromEntries(inBytes) as unknown as CrtKey;
  const keys: Values = {
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
  yield* calls('pm.crtKey', pm, { key }, { key: keys });
  yield* calls('pm.crtKeyFrom', pm, { key }, { key: keys });
  const exponents = { n: Uint8Array.of(12, 161), e: Uint8Array.of(17), d: Uint8Array.of(1, 157) };
  const wrongExponents: Values = {
    ...Object.assign({}, ...Object.keys(exponents).map((name) => inPlaceOf(exponents, name, noSecret))),
    ...inPlaceOf(exponents, 'n', { '8, even': Uint8Array.of(8), '0': new Uint8Array() }),
    ...inPlaceOf(exponents, 'e', { '1': Uint8Array.of(1) }),
    ...inPlaceOf(exponents, 'd', { '3': Uint8Array.of(3), 'longer than n': new Uint8Array(3).fill(1) }),
  };
  yield* calls('pm.crtKey', pm, { key: exponents }, { key: wrongExponents });
  const [kept, gone] = [pm.crtKey(key), pm.crtKey(key)];
  gone.free();
  yield* calls('crtKey.pow', kept, { base: 3n }, { base: { ...noInteger, '−1n': -1n } });
  yield* each('crtKey.pow(base)', 'crtKey', { 'after crtKey.free()': 0 }, () => gone.pow(3n));
}

function* conversions(): Iterable<Case> {
  const x = { '5, a number': 5, "'5'": '5', '−5n': -5n, 'more than 2^23 bytes': 1n << 67_108_864n };
  yield* calls('toBytes', toBytes, { x: 5n, length: undefined }, { x, length: noCount(0, 2 ** 23) });
  yield* calls('toBytes', toBytes, { x: 256n, length: 1 }, { x: { '256n, for length 1': 256n } });
  const bytes = { ...noBytes, '2^23 + 1 bytes': new Uint8Array(2 ** 23 + 1).fill(1) };
  yield* calls('toBigint', toBigint, { bytes: Uint8Array.of(5) }, { bytes });
  const noText = {
    nothing: undefined,
    null: null,
    '5n': 5n,
    '[]': [],
    bytes: Uint8Array.of(5),
    "'+'": '+',
    "'é'": 'é',
  };
  const hex = { ...noText, "'0xg'": '0xg', "'-5'": '-5', '2^24 + 1 digits': '5'.repeat(2 ** 24 + 1) };
  const base64 = { ...noText, "'A'": 'A', "'AA=='": 'AA==', '2^24 characters': 'A'.repeat(2 ** 24) };
  yield* calls('fromHex', fromHex, { text: '5' }, { text: hex });
  yield* calls('fromBase64Url', fromBase64Url, { text: 'BQ' }, { text: base64 });
  for (const [name, write] of Object.entries({ toHex, toBase64Url })) {
    yield* calls(name, write, { x: 5n, length: undefined }, { x, length: noCount(0, 2 ** 23) });
    yield* calls(name, write, { x: 256n, length: 1 }, { x: { '256n, for length 1': 256n } });
  }
}

/** Wrong calls of Ethereum's contract, of an instance or of a pool. */
function* precompile(name: string, object: Powmod | Pool): Iterable<Case> {
  const long = (lengths: number[]) => {
    const input = new Uint8Array(96 + Math.max(...lengths) + 2).fill(1, 96);
    for (const [i, length] of lengths.entries()) new DataView(input.buffer).setUint32(32 * i + 28, length);
    return input;
  };
  const input = {
    ...noBytes,
    'a base of 32,769 bytes': long([32769, 1, 1]),
    'an exponent of 8193 bytes': long([1, 8193, 1]),
    'a modulus of 8193 bytes': long([1, 1, 8193]),
    'a modulus of 2^256 − 1 bytes': new Uint8Array(96).fill(255, 64),
    'a modulus of 2^23 + 1 bytes, all 0': long([0, 0, 2 ** 23 + 1]).fill(0, 96),
  };
  const options = { ...noOptions, '{ eip7823: 1 }': { eip7823: 1 } };
  yield* calls(name, object, { input: long([1, 1, 1]), options: undefined }, { input, options });
  const limited = { 'a base of 1025 bytes, by EIP-7823': long([1025, 1, 0]) };
  yield* calls(name, object, { input: 0, options: { eip7823: true } }, { input: limited });
}

/** Malformed proofs, and the field that each error names. tests/node/proofs/verify-entry.test.ts has the moduli. */
export function malformedProofs(pm: Powmod): Record<string, Values> {
  const w = makeWesolowski(pm, n, seed, 1000);
  const p = makeTrivialPietrzak(pm, n, seed, 1000);
  const text = JSON.stringify(w);
  const width = w.input.length - 2;
  const zero = `0x${'0'.repeat(width)}`;
  const hex = (z: bigint) => `0x${z.toString(16).padStart(width, '0')}`;
  const without = (name: string) => Object.fromEntries(Object.entries(w).filter(([other]) => other !== name));
  return {
    file: {
      'an empty string': '',
      'no bytes': new Uint8Array(),
      'text cut short': text.slice(0, 50),
      'bytes that are not UTF-8': Uint8Array.of(0x7b, 0xff, 0x7d),
      'two byte order marks': `\ufeff\ufeff${text}`,
      'text of more than 262,144 characters': text + ' '.repeat(2 ** 18),
      'brackets, 131,072 deep': '['.repeat(2 ** 17),
      "'null'": 'null',
      "'7'": '7',
      'an array': `[${text}]`,
    },
    comment: { 'a field that there is not': { ...w, comment: 'x' } },
    ['__proto__']: { 'a key `__proto__` in the text': `{"__proto__": {"delta": 1}, ${text.slice(1)}` },
    constructor: { 'a key `constructor` in the text': `{"constructor": 5, ${text.slice(1)}` },
    scheme: { absent: without('scheme'), "'groth'": { ...w, scheme: 'groth' }, '5': { ...w, scheme: 5 } },
    profile: {
      absent: without('profile'),
      "'powmod-v2'": { ...w, profile: 'powmod-v2' },
      "'tokamak' for wesolowski": { ...w, profile: 'tokamak' },
    },
    modulus: {
      absent: without('modulus'),
      "'RSA-4096'": { ...w, modulus: 'RSA-4096' },
      'a bigint': { ...w, modulus: n },
      'a zero byte in front': { ...w, modulus: `0x00${w.modulus.slice(2)}` },
      'ten million digits': { ...w, modulus: `0x${'ff'.repeat(5_000_000)}` },
      'in capitals': { ...w, modulus: w.modulus.toUpperCase() },
      even: { ...w, modulus: hex(n - 1n) },
    },
    input: {
      absent: without('input'),
      'a digit too few': { ...w, input: w.input.slice(0, -1) },
      'a digit too many': { ...w, input: `${w.input}0` },
      'in capitals': { ...w, input: `0x${'A'.repeat(width)}` },
      'a million zeros': { ...w, input: `0x${'0'.repeat(2 ** 20)}` },
      '0': { ...w, input: zero },
      N: { ...w, input: hex(n) },
    },
    output: {
      absent: without('output'),
      '0': { ...w, output: zero },
      'N − 1': { ...w, output: hex(n - 1n) },
      '5': { ...w, output: 5 },
    },
    iterations: {
      absent: without('iterations'),
      '0': { ...w, iterations: 0 },
      '1.5': { ...w, iterations: 1.5 },
      '2^53': { ...w, iterations: 2 ** 53 },
      '1e300': { ...w, iterations: 1e300 },
      "'1000'": { ...w, iterations: '1000' },
      '1000n': { ...w, iterations: 1000n },
      '1000 in the profile tokamak': { ...p, profile: 'tokamak', delta: 10 },
    },
    proof: {
      absent: without('proof'),
      'a list for wesolowski': { ...w, proof: [w.input] },
      'a number for pietrzak': { ...p, proof: w.input },
      'a value too many': { ...p, proof: [w.input] },
      'none, where T = 2^53 − 1': { ...p, iterations: 2 ** 53 - 1 },
      '54 values': { ...p, proof: new Array(54).fill(w.input) },
      'a million values': { ...p, proof: new Array(2 ** 20).fill(w.input) },
    },
    'proof[1]': {
      'a value too short': { ...p, delta: 7, proof: [w.input, '0x', w.input] },
      'a value of 0': { ...p, delta: 7, proof: [w.input, zero, w.input] },
      'a value of N − 1': { ...p, delta: 7, proof: [w.input, hex(n - 1n), w.input] },
    },
    delta: {
      'for wesolowski': { ...w, delta: 0 },
      '−1': { ...p, delta: -1 },
      '21': { ...p, delta: 21 },
      "'9'": { ...p, delta: '9' },
      '11, above maxDelta': { ...p, delta: 11 },
    },
  };
}

/** The mistakes of a verifier: `by` is an instance, or the entry `powmod/verify`. */
function* verifying(prefix: string, by: Pick<Powmod, 'verify' | 'verifyBatch'> | object, pm: Powmod): Iterable<Case> {
  const [proof, pietrzak] = [makeWesolowski(pm, n, seed, 1000), makeTrivialPietrzak(pm, n, seed, 1000)];
  const [verify, verifyBatch] = [`${prefix}verify`, `${prefix}verifyBatch`];
  for (const [field, values] of Object.entries(malformedProofs(pm)))
    yield* each(`${verify}(proof)`, field, values, Reflect.get(by, 'verify').bind(by));
  const noProof: Values = {
    nothing: undefined,
    null: null,
    '5': 5,
    'a function': () => 5,
    'a getter that throws': thrower('scheme'),
  };
  const options: Values = {
    ...noOptions,
    ...Object.fromEntries(Object.entries(noExpectation).map(([label, expect]) => [`{ expect: ${label} }`, { expect }])),
    ...fields('maxDelta', noCount(0, 20)),
    '{ allowWeakModulus: 1 }': { allowWeakModulus: 1 },
    '{ challenge: 5n }': { challenge: 5n },
    '{ challenge: {} }': { challenge: {} },
    '{ challenge: { prime } } of 127 bits': { challenge: { prime: 2n ** 127n - 1n } },
    '{ challenge: { prime } } that is none': { challenge: { prime: 2n ** 128n + 1n } },
    'a getter of `expect` that throws': thrower('expect'),
  };
  yield* calls(verify, by, { proof, options: undefined }, { proof: noProof, options });
  const challenge = { '{ challenge } for a pietrzak proof': { challenge: { prime: 2n ** 521n - 1n } } };
  yield* calls(verify, by, { proof: pietrzak, options: undefined }, { options: challenge });
  const number = `0x${'2'.padStart(320, '0')}`;
  const weak = { ...proof, modulus: `0x${PRIME.toString(16)}`, input: number, output: number, proof: number };
  const expectation = { '{ expect: { modulus } }, a prime': { expect: { modulus: PRIME } } };
  yield* calls(verify, by, { proof: weak, options: undefined }, { options: expectation });
  const batch = { ...noOptions, '{ batch: 1 }': { batch: 1 } };
  const proofs = { ...noIterable, "'x'": 'x', 'a set with 5': new Set([5]), '2^20 + 1 holes': new Array(2 ** 20 + 1) };
  yield* calls(verifyBatch, by, { proofs: [proof], options: undefined }, { proofs, options: batch });
  yield* calls(verifyBatch, by, { 'proofs[1]': 0 }, { 'proofs[1]': { '[proof, 5]': [proof, 5] } });
  yield* calls(verifyBatch, by, { 'proofs[0]': 0 }, { 'proofs[0]': { 'a hole': new Array(1) } });
}

function* groupsAndClaims(pm: Powmod): Iterable<Case> {
  const proof = makeWesolowski(pm, n, seed, 1000);
  const z = { ...noInteger, ...tooLongBase };
  yield* calls('pm.element', pm, { z: 3n, modulus: n }, { z, modulus: { ...noModulus, 'a prime': PRIME } });
  const wrong: Record<string, Values> = {
    proof: { nothing: undefined, null: null, '5': 5 },
    file: { 'no text': '', 'text that is no JSON': '{', 'an array': [] },
    colour: { 'an unknown field': { ...proof, colour: 'red' }, twice: '{"colour":1,"colour":2}' },
    bits: { 'a copy of a claim with another length': { ...readProof(proof), bits: 5 } },
  };
  for (const [name, read] of Object.entries({ readProof, challengeOf, challengesOf }))
    for (const [argument, values] of Object.entries(wrong)) yield* each(`${name}(proof)`, argument, values, read);
  const pietrzak = makeTrivialPietrzak(pm, n, seed, 1000);
  yield* each('challengeOf(proof)', 'proof', { 'of pietrzak': pietrzak }, challengeOf);
  yield* each('challengesOf(proof)', 'proof', { 'of wesolowski': proof }, challengesOf);
  const seeds = { ...noBytes, '2^20 + 1 bytes': new Uint8Array(2 ** 20 + 1) };
  const modulus = { ...noModulus, '1009n, too short': 1009n * 1013n, even: n + 1n };
  yield* calls('pm.hashToGroup', pm, { seed, modulus: n }, { seed: seeds, modulus });
}

function* chia(): Iterable<Case> {
  const { verifyVdf, verifyVdfs, readBlock, readVdf } = chiaEntry;
  const hex: Values = { nothing: undefined, '5n': 5n, "'0x0'": '0x0', "'text'": 'text', 'an array of numbers': [1, 2] };
  const wrong: Record<keyof chiaEntry.ChiaProof | 'depth', Values> = {
    challenge: { ...hex, '31 bytes': new Uint8Array(31) },
    iterations: {
      nothing: undefined,
      "'5'": '5',
      '-1': -1,
      '-1n': -1n,
      0.5: 0.5,
      '2 ** 53': 2 ** 53,
      '2n ** 64n': 2n ** 64n,
    },
    input: { '99 bytes': new Uint8Array(99), "'text'": 'text', null: null, 'other flags': `40${'00'.repeat(99)}` },
    output: { ...hex, '99 bytes': new Uint8Array(99), '101 bytes': new Uint8Array(101), zeros: new Uint8Array(100) },
    witness: { ...hex, '100 bytes': new Uint8Array(100), '9,000 bytes': new Uint8Array(9000) },
    witnessType: { nothing: undefined, '1n': 1n, '-1': -1, 64: 64 },
    depth: { 'a field that there is not': 1 },
  };
  for (const [name, values] of Object.entries(wrong))
    yield* each(`verifyVdf({ ${name} })`, name, values, (value) => verifyVdf({ ...mainnet, [name]: value }));
  const noProof: Values = { nothing: undefined, null: null, "'{}'": '{}', '[]': [] };
  yield* calls('verifyVdf', verifyVdf, { proof: mainnet, options: {} }, { proof: noProof, options: noOptions });
  const bits: Values = { "'512'": '512', 8: 8, 1032: 1032, 100: 100 };
  yield* each('verifyVdf(proof, { discriminantBits })', 'options.discriminantBits', bits, (discriminantBits) =>
    verifyVdf(mainnet, { discriminantBits }),
  );
  const proofs = { nothing: undefined, 'a proof': mainnet, '[5]': [5] };
  yield* calls('verifyVdfs', verifyVdfs, { proofs: [] }, { proofs });
  const noObject = { nothing: undefined, 5: 5, null: null };
  yield* calls('readBlock', readBlock, { block: '' }, { block: noObject });
  yield* calls('readVdf', readVdf, { file: mainnet }, { file: noObject });
}

function* chiaInPool(closed: Pool): Iterable<Case> {
  const { verifyVdfs } = chiaEntry;
  const verify = (pool: Pool) => verifyVdfs([], { pool });
  yield* each('verifyVdfs([], { pool })', 'options.pool', { null: null, 5: 5, '{}': {} }, verify);
  yield* each('verifyVdfs([], { pool })', 'pool', { 'after pool.close()': closed }, verify);
}

function* pools(pm: Powmod, pool: Pool, closed: Pool): Iterable<Case> {
  const options = {
    ...noOptions,
    ...fields('workers', noCount(1, 256)),
    '{ worker: new URL() }': { worker: new URL('file:///') },
    "{ kernel: 'fast' }": { kernel: 'fast' },
  };
  yield* calls('createPool', createPool, { options: undefined }, { options });
  yield* each('pool.modPow(base, exponent, modulus)', 'pool', { 'after pool.close()': closed }, (pool: Pool) =>
    pool.modPow(3n, 5n, 7n),
  );
  const within = async (worker: () => Worker) => {
    const pool = await createPool({ workers: 1, worker });
    return pool.modPow(3n, 5n, 7n).finally(() => pool.close());
  };
  const noWorker = { 'gives nothing': () => undefined, 'gives {}': () => ({}) };
  yield* each('createPool({ worker }), and a call', 'options.worker', noWorker, within);
  const forbidden = () => {
    throw new Error('forbidden');
  };
  yield* each('createPool({ worker }), and a call', '', { throws: forbidden }, within);
  yield* powers('pool.', pool);
  const parallel = {
    "{ method: 'parallel', window: 4 }": { method: 'parallel', window: 4 },
    '{ method: 5 }': { method: 5 },
  };
  const power = { base: 3n, exponent: 5n, modulus: 7n, options: undefined };
  yield* calls('pool.modPow', pool, power, { options: parallel });
  const proof = makeWesolowski(pm, n, seed, 1000);
  const ofOne = { proof: { nothing: undefined, '5': 5 }, options: { ...noOptions, '{ signal }': { signal: 1 } } };
  yield* calls('pool.verify', pool, { proof, options: undefined }, ofOne);
  const ofAll = {
    proofs: { ...noIterable, "'x'": 'x', '[proof, 5]': [proof, 5] },
    options: { ...noLong, '{ batch: 1 }': { batch: 1 } },
  };
  yield* calls('pool.verifyAll', pool, { proofs: [proof], options: undefined }, ofAll);
  yield* precompile('pool.modexp', pool);
  const ofPrime = { options: { '{ signal: 1 }': { signal: 1 } } };
  yield* calls('pool.randomPrime', pool, { bits: 16, options: undefined }, ofPrime);
  const square = { x: 3n, times: 5, modulus: 7n, options: undefined };
  const x = { ...noInteger, ...tooLongBase };
  const times = noCount(0, Number.MAX_SAFE_INTEGER);
  const secret = { base: 3n, exponent: Uint8Array.of(5), modulus: 7n, options: { exponentBits: 8 } };
  const ofSecret = {
    base: noInteger,
    exponent: { ...noSecret, '9 bits, where exponentBits is 8': Uint8Array.of(1, 0) },
    modulus: { ...noModulus, '8n, even': 8n },
    options: { nothing: undefined, '{}': {} },
  };
  yield* calls('pool.modPowSecret', pool, secret, ofSecret);
  const exponentBits = { '{ secret: {} }': { secret: {} }, '{ secret: 8 }': { secret: 8 } };
  const ofList = { ...noResult, ...noWatch, ...exponentBits };
  const list = { bases: [3n], exponent: 5n, modulus: 7n, options: undefined };
  const bases = { ...noIterable, '[5]': [5] };
  yield* calls('pool.modPowAll', pool, list, { bases, exponent: noInteger, modulus: noModulus, options: ofList });
  const pairs = { terms: [[3n, 5n]], modulus: 7n, options: undefined };
  const terms = { nothing: undefined, '[[3n]]': [[3n]], '[[3, 5n]]': [[3, 5n]] };
  yield* calls('pool.modPowAll', pool, pairs, { terms, modulus: noModulus, options: ofList });
  const inverted = { ...noIterable, "[5n, '5']": [5n, '5'], '[5n, 0n]': [5n, 0n] };
  const numbers = { list: [3n, 5n], modulus: 7n, options: undefined };
  yield* calls('pool.modInvAll', pool, numbers, { list: inverted, modulus: noModulus, options: noResult });
  const members = { list: [3n, 5n], q: 3n, modulus: 7n, options: undefined };
  const ofMembers = { list: noIterable, q: { ...noInteger, '0n': 0n }, modulus: noModulus, options: noLong };
  yield* calls('pool.isMember', pool, members, ofMembers);
  const later = { 'of numbers': Readable.from([3, 5]) };
  yield* each('pool.modInvAll(an asynchronous list, modulus)', 'list', later, (list: AsyncIterable<bigint>) =>
    pool.modInvAll(list, 7n).next(),
  );
  const nowhere = { '0n': 0n, '5': 5 };
  yield* each('pool.modPowAll(an asynchronous list, exponent, modulus)', 'modulus', nowhere, (modulus: bigint) =>
    pool.modPowAll(Readable.from([3n]), 5n, modulus).next(),
  );
  yield* calls('pool.square', pool, square, { x, times, modulus: noModulus, options: { ...noResult, ...noWatch } });
  yield* calls('pool.square', pool, { ...square, times: 2 ** 50, modulus: 257n }, { options: short });
}

const noWatch: Values = { '{ onProgress: 1 }': { onProgress: 1 }, '{ signal: {} }': { signal: {} } };

/** Wrong options of a long call. */
const noLong: Values = { ...noOptions, ...noWatch };

function* evaluations(pool: Pool): Iterable<Case> {
  const statement = { modulus: n, seed, iterations: 100 };
  const pietrzak = { ...statement, scheme: 'pietrzak' };
  const wesolowski = { ...statement, scheme: 'wesolowski' };
  const tasks = (of: object): Record<string, Values> => ({
    task: {
      ...{ nothing: undefined, null: null, '5': 5, 'speed: 1': { ...of, speed: 1 } },
      ...{ 'with onCheckpoint': { ...of, onCheckpoint() {} }, 'with signal': { ...of, signal: 1 } },
    },
    modulus: inPlaceOf(of, 'modulus', {
      ...noModulus,
      "'RSA-1'": 'RSA-1',
      '35n': 35n,
      even: n + 1n,
      'a prime': PRIME,
    }),
    input: {
      'neither input nor seed': { ...of, seed: undefined },
      both: { ...of, input: 3n },
      ...inPlaceOf({ ...of, seed: undefined }, 'input', { '5': 5, "'2'": '2', '0n': 0n, '−1n': -1n, N: n }),
    },
    seed: inPlaceOf(of, 'seed', { "'text'": 'text', '5n': 5n, '2^20 + 1 bytes': new Uint8Array(2 ** 20 + 1) }),
    iterations: inPlaceOf(of, 'iterations', { nothing: undefined, ...noCount(1, Number.MAX_SAFE_INTEGER) }),
    scheme: inPlaceOf(of, 'scheme', { "'snark'": 'snark', '5': 5 }),
  });
  const evaluating = { ...tasks(statement), memory: inPlaceOf(statement, 'memory', noCount(0, 2 ** 32)) };
  for (const [argument, values] of Object.entries(evaluating))
    yield* each('pool.evaluate(task)', argument, values, (task) => pool.evaluate(task));
  const options = {
    ...{ ...noLong, '{ scheme }': { scheme: 'pietrzak' } },
    ...{ "{ checkpoint: 'x' }": { checkpoint: 'x' }, '{ onCheckpoint: 1 }': { onCheckpoint: 1 } },
  };
  yield* calls('pool.evaluate', pool, { task: statement, options: undefined }, { options });

  const proving = Object.entries(tasks(pietrzak)).concat([
    ['scheme', { absent: statement }],
    ['profile', inPlaceOf(pietrzak, 'profile', { "'mine'": 'mine' })],
    ['profile', inPlaceOf(wesolowski, 'profile', { "'tokamak' for wesolowski": 'tokamak' })],
    ['iterations', inPlaceOf(pietrzak, 'profile', { "'tokamak', and 100 iterations": 'tokamak' })],
    ['delta', inPlaceOf(pietrzak, 'delta', noCount(0, 20))],
    ['delta', inPlaceOf(wesolowski, 'delta', { '1 for wesolowski': 1 })],
    ['challenge', inPlaceOf(pietrzak, 'challenge', { 'for pietrzak': () => PRIME })],
    [
      'challenge',
      inPlaceOf(wesolowski, 'challenge', {
        ...{ '5': 5, '() => 5': () => 5, '() => N': () => n },
        ...{ '() => a prime of 127 bits': () => 2n ** 127n - 1n, '() => no prime': () => 2n ** 128n - 157n },
      }),
    ],
    [
      'evaluation',
      inPlaceOf(pietrzak, 'evaluation', { '5': 5, '{}': {}, "{ checkpoints: 'x' }": { checkpoints: 'x' } }),
    ],
  ]);
  for (const [argument, values] of proving)
    yield* each('pool.prove(task)', argument, values, (task) => pool.prove(task));
  const ofProof = { options: { ...noLong, '{ memory: −1 }': { memory: -1 } } };
  yield* calls('pool.prove', pool, { task: pietrzak, options: undefined }, ofProof);
}

function* checkpointed(pool: Pool, checkpoints: Uint8Array): Iterable<Case> {
  const statement = { modulus: n, seed, iterations: 100 };
  const flipped = (at: number) => checkpoints.with(at, (checkpoints.at(at) as number) ^ 1);
  const damaged = {
    'no bytes': new Uint8Array(),
    '500 zeros': new Uint8Array(500),
    'cut short': checkpoints.slice(0, -1),
    'a byte too many': Uint8Array.of(...checkpoints, 0),
    'a bit of a value flipped': flipped(-1),
    'of another version': flipped(0),
  };
  const call = 'pool.evaluate(task, { checkpoint })';
  yield* each(call, 'checkpoint', damaged, (checkpoint) => pool.evaluate(statement, { checkpoint }));
  const others = {
    'of another modulus': { ...statement, modulus: 'RSA-2048' },
    'of another input': { ...statement, seed: Uint8Array.of(1) },
    'of another number of squarings': { ...statement, iterations: 101 },
  };
  yield* each(call, 'checkpoint', others, (task) => pool.evaluate(task, { checkpoint: checkpoints }));
  const task = { ...statement, iterations: 101, scheme: 'wesolowski', evaluation: { checkpoints } } as const;
  yield* each('pool.prove(task)', 'checkpoint', { 'evaluation: of another number of squarings': task }, (task) =>
    pool.prove(task),
  );
}
