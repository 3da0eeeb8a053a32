// The mistakes that a caller can make: for each operation of ../fuzz/operations.js by the kinds of its arguments, and
// what depends on several arguments, or on what was called before.
import { Readable } from 'node:stream';
import * as functions from 'powmod';
import {
  challengeOf,
  challengesOf,
  init,
  initSync,
  type Kernel,
  type Powmod,
  readProof,
  toBase64Url,
  toBytes,
  toHex,
} from 'powmod';
import * as chiaEntry from 'powmod/chia';
import { createPool, type Pool } from 'powmod/pool';
import * as verifyEntry from 'powmod/verify';
import { mainnet } from '../support/chia-vectors.ts';
import { objectsOf } from '../support/methods.js';
import { kernelFile } from '../support/package.ts';
import { makeTrivialPietrzak, makeWesolowski, smallModulus as n, seed } from '../support/small-proofs.ts';
import {
  callsOf,
  contractInput,
  exampleOf,
  type Kinds,
  kindOf,
  kindsOf,
  noWatch,
  type Operation,
  operationsOf,
  PRIME,
} from './kinds.ts';
import { fields, inPlaceOf, noCount, noModulus, noOptions, noSecret, thrower, type Values } from './values.ts';

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
  const pm = await init({ kernel, allowVariableTime: kernel === 'bigint' });
  const pool = await createPool({ workers: 1 });
  const closed = await createPool({ workers: 1 });
  await closed.close();
  const kinds = kindsOf(pm);
  const list = [
    ...loading(),
    ...byTable({ ...objectsOf(pm), '': functions }, kinds),
    ...powers('pm.', pm),
    ...powers('', functions),
    ...safePrimes('pm.', pm),
    ...tooShort('pm', pm, kinds),
    ...tooShort('m', pm.modulus(1009n), kinds),
    ...arithmetic(pm),
    ...kept(pm),
    ...secrets(pm),
    ...conversions(),
    ...precompile('pm.modexp', pm),
    ...verifying('pm.', pm, pm),
    ...claims(pm),
    ...ofEntry(kinds),
    ...verifying('', verifyEntry, pm),
  ];
  if (kernel === 'auto') {
    const { checkpoints } = await pool.evaluate({ modulus: n, seed, iterations: 100 });
    list.push(
      ...chia(),
      ...chiaInPool(closed),
      ...byTable({ pool }, kinds),
      ...pools(kinds, pool, closed),
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
    '{ allowVariableTime: 1 }': { allowVariableTime: 1 },
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

/** The operations of these objects, by the kinds of their arguments in the table. Functions have no object's name. */
function* byTable(objects: Parameters<typeof callsOf>[0], kinds: Kinds): Iterable<Case> {
  for (const { name, takes, method } of callsOf(objects)) yield* byKinds(name, method, takes, kinds);
}

function* byKinds(call: string, on: object, takes: Operation['takes'], kinds: Kinds): Iterable<Case> {
  const wrong = Object.entries(takes).map(([argument, kind]) => [argument, kindOf(kinds, kind).wrong]);
  yield* calls(call, on, exampleOf(takes, kinds), Object.fromEntries(wrong));
}

/** The calls of `powmod/verify`, which an instance has too. */
function* ofEntry(kinds: Kinds): Iterable<Case> {
  for (const [name, { takes }] of operationsOf('pm'))
    if (name in verifyEntry) yield* byKinds(name, verifyEntry, takes, kinds);
}

/** A result that is too short for its modulus of 2 bytes. */
function* tooShort(of: string, on: object, kinds: Kinds): Iterable<Case> {
  const options = { '1 byte, where the modulus has 2': { as: 'bytes', length: 1 } };
  for (const [name, { takes }] of operationsOf(of)) {
    if (!/result|power/i.test(takes.options ?? '')) continue;
    const right = exampleOf(takes, kinds);
    yield* calls(`${of}.${name}`, on, 'modulus' in takes ? { ...right, modulus: 1009n } : right, { options });
  }
}

/** Mistakes of powers and primes, of an instance, of a pool or, of powers alone, of the functions. */
function* powers(prefix: string, on: Pick<Powmod | Pool, 'modPow'>): Iterable<Case> {
  const singular = { base: 3n, exponent: -1n, modulus: 4n, options: undefined };
  yield* calls(`${prefix}modPow`, on, singular, { base: { '2n, without an inverse modulo 4n': 2n } });
}

function* safePrimes(prefix: string, on: Powmod | Pool): Iterable<Case> {
  const safe = { 2: 2, 4: 4, 5: 5 };
  yield* each(`${prefix}randomPrime(bits, { safe: true })`, 'bits', safe, (bits) =>
    on.randomPrime(bits, { safe: true }),
  );
}

function* arithmetic(pm: Powmod): Iterable<Case> {
  const a = { '0n': 0n, '7n, a multiple of the modulus': 7n };
  yield* calls('pm.modInv', pm, { a: 3n, modulus: 7n, options: undefined }, { a });
}

function* kept(pm: Powmod): Iterable<Case> {
  const m = pm.modulus(1009n);
  const freed = pm.modulus(1009n);
  const fixedBase = m.fixedBase(3n, { exponentBits: 100 });
  const [gone, orphan] = [m.fixedBase(3n), freed.fixedBase(3n)];
  gone.free();
  freed.free();
  const ofTable = {
    '[[a table of another modulus, 5n]]': [[pm.modulus(1013n).fixedBase(3n), 5n]],
    "[[a table, '5']]": [[fixedBase, '5']],
    '[[a table, 101 bits]], where exponentBits is 100': [[fixedBase, 1n << 100n]],
  };
  yield* calls('m.multiPow', m, { terms: [[3n, 5n]], options: undefined }, { terms: ofTable });
  const noPrimes = { '1n': 1n, '8n, even': 8n, '15n': 15n, '1009², a square': 1009n ** 2n };
  yield* each('m.sqrt(a)', 'modulus', noPrimes, (modulus: bigint) => pm.modulus(modulus).sqrt(4n));
  yield* each('m.jacobi(a)', 'modulus', { '8n, even': 0 }, () => pm.modulus(8n).jacobi(3n));
  yield* calls('m.inv', m, { a: 3n }, { a: { '1009n, a multiple of the modulus': 1009n } });
  const exponents = { '[1n], of two bases': [1n] };
  yield* calls('tables.multiPow', m.tables([3n, 5n]), { exponents: [1n, 1n] }, { exponents });
  const afterFree = { 'after m.free()': 0 };
  yield* each('m.pow(base, exponent)', 'modulus', afterFree, () => freed.pow(3n, 5n));
  yield* each('fixedBase.pow(exponent)', 'modulus', afterFree, () => orphan.pow(5n));
  yield* each('m.jacobi(a)', 'modulus', afterFree, () => freed.jacobi(5n));
  yield* each('fixedBase.pow(exponent)', 'fixedBase', { 'after fixedBase.free()': 0 }, () => gone.pow(5n));
}

function* secrets(pm: Powmod): Iterable<Case> {
  const exponent = Uint8Array.of(5);
  const right = { exponentBits: 8 };
  const even = pm.modulus(8n);
  yield* each('m.powSecret(base, exponent, options)', 'modulus', { '8n, even': 0 }, () =>
    even.powSecret(3n, exponent, right),
  );
  const inverted = { '7, the modulus': Uint8Array.of(7) };
  yield* calls('m.invSecret', pm.modulus(7n), { a: exponent }, { a: inverted });
  yield* each('m.invSecret(a)', 'a', { '2, modulo 8n': 0 }, () => even.invSecret(Uint8Array.of(2)));
  const evenTable = even.fixedBase(3n);
  yield* each('fixedBase.powSecret(exponent)', 'modulus', { '8n, even': 0 }, () => evenTable.powSecret(exponent));
  const residues = pm.modulus(7n).fixedBase(3n, { method: 'residues' });
  const otherMethod = { "where the table has the method 'residues'": 0 };
  yield* each('fixedBase.powSecret(exponent)', 'options.method', otherMethod, () => residues.powSecret(exponent));
  const exponents = { n: Uint8Array.of(12, 161), e: Uint8Array.of(17), d: Uint8Array.of(1, 157) };
  const wrongExponents: Values = {
    ...Object.assign({}, ...Object.keys(exponents).map((name) => inPlaceOf(exponents, name, noSecret))),
    ...inPlaceOf(exponents, 'n', { '8, even': Uint8Array.of(8), '0': new Uint8Array() }),
    ...inPlaceOf(exponents, 'e', { '1': Uint8Array.of(1) }),
    ...inPlaceOf(exponents, 'd', { '3': Uint8Array.of(3), 'longer than n': new Uint8Array(3).fill(1) }),
  };
  yield* calls('pm.rsaPrivateKey', pm, { key: exponents }, { key: wrongExponents });
  const gone = pm.rsaPrivateKey(exponents);
  gone.free();
  yield* each('rsaPrivateKey.pow(base)', 'rsaPrivateKey', { 'after rsaPrivateKey.free()': 0 }, () => gone.pow(3n));
}

function* conversions(): Iterable<Case> {
  for (const [name, write] of Object.entries({ toBytes, toHex, toBase64Url }))
    yield* calls(name, write, { x: 256n, length: 1 }, { x: { '256n, for length 1': 256n } });
}

/** Wrong calls of Ethereum's contract, of an instance or of a pool. */
function* precompile(name: string, object: Powmod | Pool): Iterable<Case> {
  const limited = { 'a base of 1025 bytes, by EIP-7823': contractInput([1025, 1, 0]) };
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
  const getter = { 'a getter that throws': thrower('scheme') };
  yield* calls(verify, by, { proof, options: undefined }, { proof: getter });
  const challenge = { '{ challenge } for a pietrzak proof': { challenge: { prime: 2n ** 521n - 1n } } };
  yield* calls(verify, by, { proof: pietrzak, options: undefined }, { options: challenge });
  const number = `0x${'2'.padStart(320, '0')}`;
  const weak = { ...proof, modulus: `0x${PRIME.toString(16)}`, input: number, output: number, proof: number };
  const expectation = { '{ expect: { modulus } }, a prime': { expect: { modulus: PRIME } } };
  yield* calls(verify, by, { proof: weak, options: undefined }, { options: expectation });
  yield* calls(verifyBatch, by, { 'proofs[1]': 0 }, { 'proofs[1]': { '[proof, 5]': [proof, 5] } });
  yield* calls(verifyBatch, by, { 'proofs[0]': 0 }, { 'proofs[0]': { 'a hole': new Array(1) } });
}

function* claims(pm: Powmod): Iterable<Case> {
  const proof = makeWesolowski(pm, n, seed, 1000);
  const wrong: Record<string, Values> = {
    file: { 'no text': '', 'text that is no JSON': '{', 'an array': [] },
    colour: { 'an unknown field': { ...proof, colour: 'red' }, twice: '{"colour":1,"colour":2}' },
    bits: { 'a copy of a claim with another length': { ...readProof(proof), bits: 5 } },
  };
  for (const [name, read] of Object.entries({ readProof, challengeOf, challengesOf }))
    for (const [argument, values] of Object.entries(wrong)) yield* each(`${name}(proof)`, argument, values, read);
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

function* pools(kinds: Kinds, pool: Pool, closed: Pool): Iterable<Case> {
  const ofPool = {
    ...noOptions,
    ...fields('workers', noCount(1, 256)),
    '{ worker: new URL() }': { worker: new URL('file:///') },
    "{ kernel: 'fast' }": { kernel: 'fast' },
  };
  yield* calls('createPool', createPool, { options: undefined }, { options: ofPool });
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
  yield* safePrimes('pool.', pool);
  yield* precompile('pool.modexp', pool);
  const pairs = { terms: [[3n, 5n]], modulus: 7n, options: undefined };
  const terms = { nothing: undefined, '[[3n]]': [[3n]], '[[3, 5n]]': [[3, 5n]] };
  const options = kindOf(kinds, 'longList').wrong;
  yield* calls('pool.modPowAll', pool, pairs, { terms, modulus: noModulus, options });
  const later = { 'of numbers': Readable.from([3, 5]) };
  yield* each('pool.modInvAll(an asynchronous list, modulus)', 'list', later, (list: AsyncIterable<bigint>) =>
    pool.modInvAll(list, 7n).next(),
  );
  const nowhere = { '0n': 0n, '5': 5 };
  yield* each('pool.modPowAll(an asynchronous list, exponent, modulus)', 'modulus', nowhere, (modulus: bigint) =>
    pool.modPowAll(Readable.from([3n]), 5n, modulus).next(),
  );
  const square = { x: 3n, times: 2 ** 50, modulus: 257n, options: undefined };
  yield* calls('pool.square', pool, square, {
    options: { '1 byte, where the modulus has 2': { as: 'bytes', length: 1 } },
  });
}

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
