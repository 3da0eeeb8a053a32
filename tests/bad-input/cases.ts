// The mistakes that a caller can make, for each call and argument.
import { readFileSync } from 'node:fs';
import { init, initSync, type Kernel, type Powmod, type ProofFile, readProof, toBigint, toBytes } from 'powmod';
import {
  type ChiaOptions,
  type ChiaProof,
  evaluateVdf,
  proveVdf,
  readBlock,
  readVdf,
  type VdfProofTask,
  verifyVdf,
  verifyVdfs,
} from 'powmod/chia';
import { init as initMethods } from 'powmod/methods';
import { createPool, type Pool } from 'powmod/pool';
import * as entry from 'powmod/verify';
import { makeTrivialPietrzak, makeWesolowski, smallModulus } from '../support/small-proofs.ts';
import {
  fields,
  inPlaceOf,
  noBytes,
  noCount,
  noExpectation,
  noInteger,
  noList,
  noMethod,
  noModulus,
  noOptions,
  noPower,
  noResult,
  noSecret,
  noTerms,
  tooLong,
  tooLongBase,
  type Values,
} from './values.ts';

/** One mistake. */
export interface Case {
  part: string;
  call: string;
  /** The argument that the error must begin with, or the field of a malformed proof. */
  argument: string;
  given: string;
  work: () => unknown;
}

type Loose = Record<string, (...args: unknown[]) => unknown>;

const SCALAR = new Uint8Array(readFileSync(new URL(import.meta.resolve('powmod/kernels/scalar.wasm'))));
const seed = new TextEncoder().encode('a seed');
const P = 2n ** 89n - 1n;
const Q = 2n ** 107n - 1n;

/** Makes all mistakes, on a kernel; those of pools only on the kernel of `auto`. `end` closes the pool that they need. */
export async function cases(kernel: 'auto' | Kernel): Promise<{ list: Case[]; end: () => Promise<void> }> {
  const pm = await init({ kernel });
  const pool = await createPool({ workers: 1 });
  const closed = await createPool({ workers: 1 });
  await closed.close();
  const list: Case[] = [];

  /** A correct call, and wrong values for each of its arguments, to be tried one at a time. */
  function call(
    part: string,
    name: string,
    right: Values,
    wrong: Record<string, Values>,
    work: (...args: unknown[]) => unknown,
  ) {
    const names = Object.keys(right);
    for (const [argument, values] of Object.entries(wrong))
      for (const [given, value] of Object.entries(values)) {
        const args = names.map((other) => (other === argument ? value : right[other]));
        const called = name.includes('(') ? name : `${name}(${names.join(', ').replace(', options', ', options?')})`;
        list.push({ part, call: called, argument, given, work: () => work(...args) });
      }
  }

  loading(call);
  powers(call, 'Powers', 'pm.', pm as unknown as Loose);
  kept(call, pm);
  secrets(call, pm);
  const proofs = 'Proofs and groups';
  conversions(call, pm as unknown as Loose);
  verifying(call, proofs, 'pm.', pm as unknown as Loose, pm);
  groupsAndClaims(call, proofs, pm);
  verifying(call, 'Proofs, by `powmod/verify`', '', entry as unknown as Loose, pm);
  if (kernel === 'auto') {
    chia(call);
    methods(call, (await initMethods()) as unknown as Loose);
    chiaInPool(call, pool, closed);
    await pools(call, pool, closed);
  }
  return { list, end: () => pool.close() };
}

type Call = (
  part: string,
  name: string,
  right: Values,
  wrong: Record<string, Values>,
  work: (...args: unknown[]) => unknown,
) => void;

function methods(call: Call, studied: Loose): void {
  const part = 'Methods, by `powmod/methods`';
  call(
    part,
    'init',
    { options: undefined },
    { options: { ...noOptions, "{ kernel: 'bigint' }": { kernel: 'bigint' } } },
    (options) => initMethods(options as object),
  );
  const one = { base: 3n, exponent: 5n, modulus: 7n, options: undefined };
  const several = { terms: [[3n, 5n]], modulus: 7n, options: undefined };
  const ofOne = {
    ...noMethod,
    "{ method: 'ary' }": { method: 'ary' },
    "{ method: 'binary', window: 4 }": { method: 'binary', window: 4 },
    "{ method: 'mary', table: 'paper' }": { method: 'mary', table: 'paper' },
    "{ method: 'mary', earlyExit: 'all' }": { method: 'mary', earlyExit: 'all' },
  };
  const ofSeveral = {
    ...noMethod,
    "{ method: 'binary' }": { method: 'binary' },
    "{ method: 'separate', window: 4 }": { method: 'separate', window: 4 },
    "{ table: 'paper' }": { table: 'paper' },
    "{ earlyExit: 'all' }": { earlyExit: 'all' },
  };
  const on =
    (name: string) =>
    (...args: unknown[]) =>
      studied[name]?.(...args);
  call(
    part,
    'methods.modPow',
    one,
    { base: noInteger, exponent: tooLong, modulus: noModulus, options: ofOne },
    on('modPow'),
  );
  call(part, 'methods.modMultiPow', several, { terms: noTerms, options: ofSeveral }, on('modMultiPow'));
  const forms = { "{ as: 'bytes' }": { as: 'bytes' }, "{ method: 'fastest' }": { method: 'fastest' } };
  call(part, 'methods.count', one, { base: tooLongBase, options: forms }, on('count'));
  call(part, 'methods.count', several, { modulus: noModulus, options: forms }, on('count'));
}

function chia(call: Call): void {
  const part = 'Proofs of Chia, by `powmod/chia`';
  const proof = JSON.parse(readFileSync(new URL(import.meta.resolve('powmod/examples/chia-mainnet.json')), 'utf8'));
  const hex: Values = { nothing: undefined, '5n': 5n, "'0x0'": '0x0', "'text'": 'text', 'an array of numbers': [1, 2] };
  const fields: Record<keyof ChiaProof, Values> = {
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
  };
  for (const [name, wrong] of Object.entries(fields))
    call(part, `verifyVdf({ ${name} })`, { [name]: undefined }, { [name]: wrong }, (value) =>
      verifyVdf({ ...proof, [name]: value }),
    );
  call(part, 'verifyVdf({ depth })', { depth: 1 }, { depth: { 'a field that there is not': 1 } }, (depth) =>
    verifyVdf({ ...proof, depth } as ChiaProof),
  );
  const noProof: Values = { nothing: undefined, null: null, "'{}'": '{}', '[]': [] };
  call(part, 'verifyVdf', { proof, options: {} }, { proof: noProof, options: noOptions }, (proof, options) =>
    verifyVdf(proof as ChiaProof, options as ChiaOptions),
  );
  const bits: Values = { "'512'": '512', 8: 8, 1032: 1032, 100: 100 };
  const name = 'options.discriminantBits';
  call(part, 'verifyVdf(proof, { discriminantBits })', { [name]: 512 }, { [name]: bits }, (discriminantBits) =>
    verifyVdf(proof, { discriminantBits } as ChiaOptions),
  );
  call(part, 'verifyVdfs', { proofs: [] }, { proofs: { nothing: undefined, 'a proof': proof, '[5]': [5] } }, (proofs) =>
    verifyVdfs(proofs as ChiaProof[]),
  );
  call(part, 'readBlock', { block: '' }, { block: { nothing: undefined, 5: 5, null: null } }, (block) =>
    readBlock(block as object),
  );
  call(part, 'readVdf', { file: proof }, { file: { nothing: undefined, 5: 5, null: null } }, (file) =>
    readVdf(file as object),
  );
}

function chiaInPool(call: Call, pool: Pool, closed: Pool): void {
  const part = 'Chia in a pool';
  const task = { challenge: 'ab'.repeat(32), iterations: 10 };
  const pools: Values = { nothing: undefined, null: null, '{}': {} };
  const options = 'options.pool';
  call(part, 'evaluateVdf(task, { pool })', { [options]: pool }, { [options]: pools }, (pool) =>
    evaluateVdf(task, { pool } as { pool: Pool }),
  );
  call(part, 'evaluateVdf(task, { pool })', { pool: 0 }, { pool: { 'after pool.close()': 0 } }, () =>
    evaluateVdf(task, { pool: closed }),
  );
  call(part, 'verifyVdfs([], { pool })', { [options]: pool }, { [options]: { null: null, 5: 5 } }, (pool) =>
    verifyVdfs([], { pool } as { pool: Pool }),
  );
  const wrong: Record<keyof VdfProofTask, Values> = {
    challenge: { nothing: undefined, 5: 5, "'0x0'": '0x0', '31 bytes': new Uint8Array(31) },
    iterations: { nothing: undefined, '5n': 5n, '-1': -1, '2 ** 53': 2 ** 53 },
    input: { null: null, '99 bytes': new Uint8Array(99), 'other flags': `40${'00'.repeat(99)}` },
    discriminantBits: { "'512'": '512', 100: 100 },
    witnessType: { '1n': 1n, '-1': -1, 64: 64 },
    evaluation: { 5: 5, '{}': {} },
  };
  for (const [name, values] of Object.entries(wrong))
    call(part, `proveVdf({ ${name} })`, { [name]: 0 }, { [name]: values }, (value) =>
      proveVdf({ ...task, [name]: value } as VdfProofTask, { pool }),
    );
  call(
    part,
    'proveVdf(task, { memory })',
    { 'options.memory': 0 },
    { 'options.memory': noCount(0, 2 ** 32) },
    (memory) => proveVdf(task, { pool, memory } as { pool: Pool }),
  );
  call(part, 'proveVdf({ evaluation })', { checkpoint: 0 }, { checkpoint: { 'no checkpoint': 0 } }, () =>
    proveVdf({ ...task, evaluation: { checkpoints: new Uint8Array(500) } }, { pool }),
  );
  const both = { ...task, witnessType: 1, evaluation: { checkpoints: new Uint8Array(500) } };
  call(part, 'proveVdf({ witnessType: 1, evaluation })', { evaluation: 0 }, { evaluation: { 'of the whole': 0 } }, () =>
    proveVdf(both, { pool }),
  );
}

function loading(call: Call): void {
  const part = 'Loading';
  const wrong: Values = {
    null: null,
    "'auto'": 'auto',
    '{ kernels }': { kernels: 'auto' },
    "{ kernel: 'fast' }": { kernel: 'fast' },
    '{ kernel: 7 }': { kernel: 7 },
    "{ wasm: 'x.wasm' }": { wasm: 'x.wasm' },
    ...fields('maxBits', noCount(1, 2 ** 26)),
  };
  const cut = SCALAR.subarray(0, 1000);
  const flipped = SCALAR.with(50_000, (SCALAR[50_000] as number) ^ 1);
  const sources: Values = {
    'wasm: nothing': undefined,
    "wasm: 'x.wasm'": 'x.wasm',
    'wasm: no bytes': new Uint8Array(),
    'wasm: a page of HTML': new TextEncoder().encode('<!doctype html>'),
    'wasm: a file cut short': cut,
    'wasm: one bit of the file flipped': flipped,
    'wasm: a module of nothing': Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
    'wasm: a compiled module of nothing': new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
    'wasm: a response with status 404': new Response('gone', { status: 404 }),
  };
  for (const [name, starts, more] of [
    ['init', init, {}],
    ['initSync', initSync, { 'wasm: a promise of the file': Promise.resolve(SCALAR) }],
  ] as const) {
    const start = starts as (options: unknown) => unknown;
    call(part, name, { options: undefined }, { options: wrong }, start);
    for (const [given, source] of Object.entries({ ...sources, ...more }))
      call(part, `${name}(options)`, { '': 0 }, { '': { [given]: 0 } }, () =>
        start({ kernel: 'scalar', wasm: () => source }),
      );
  }
}

/** The mistakes with a random prime, in an instance or a pool. */
function primes(call: Call, part: string, prefix: string, on: Loose): void {
  const sources: Record<string, unknown> = {
    'a string': 'secure',
    'gives nothing': () => undefined,
    'gives an array': () => [1, 2],
    'gives a promise': async (length: number) => new Uint8Array(length),
    'gives a byte too few': (length: number) => new Uint8Array(length - 1),
    'gives a byte too many': (length: number) => new Uint8Array(length + 1),
    throws: () => {
      throw new Error('a source’s own');
    },
  };
  const options = { ...noOptions, '{ safe: 1 }': { safe: 1 }, ...fields('random', sources) };
  const search = (...args: unknown[]) => on.randomPrime?.(...args);
  call(part, `${prefix}randomPrime`, { bits: 16, options: undefined }, { bits: noCount(2, 65536), options }, search);
  const safe = { '2': 2, '4': 4, '5': 5 };
  call(part, `${prefix}randomPrime(bits, { safe: true })`, { bits: 16 }, { bits: safe }, (bits) =>
    search(bits, { safe: true }),
  );
}

/** The calls that an instance and a pool share. */
function powers(call: Call, part: string, prefix: string, on: Loose): void {
  const does =
    (name: string) =>
    (...args: unknown[]) =>
      on[name]?.(...args);
  const base = { ...noInteger, ...tooLongBase };
  const exponent = { ...noInteger, ...tooLong };
  const numbers = { base: 3n, exponent: 5n, modulus: 7n, options: undefined };
  call(part, `${prefix}modPow`, numbers, { base, exponent, modulus: noModulus, options: noPower }, does('modPow'));
  call(
    part,
    `${prefix}modPow`,
    { ...numbers, base: 2n, exponent: -1n, modulus: 4n },
    { base: { '2n, without an inverse modulo 4n': 2n } },
    does('modPow'),
  );
  const two = { x: 3n, a: 5n, y: 3n, b: 5n, modulus: 7n, options: undefined };
  const few = (values: Values) => Object.fromEntries(Object.entries(values).slice(0, 3));
  call(
    part,
    `${prefix}modPow2`,
    two,
    { x: few(base), a: few(exponent), y: few(base), b: few(exponent), modulus: few(noModulus), options: few(noPower) },
    does('modPow2'),
  );
  call(
    part,
    `${prefix}modMultiPow`,
    { terms: [[3n, 5n]], modulus: 7n, options: undefined },
    { terms: noTerms, modulus: few(noModulus), options: few(noPower) },
    does('modMultiPow'),
  );
  primes(call, part, prefix, on);
  if (prefix !== 'pm.') return;
  call(
    part,
    'pm.modMul',
    { a: 3n, b: 5n, modulus: 7n, options: undefined },
    { a: few(base), b: few(base), modulus: few(noModulus), options: { ...noResult, '{ window: 4 }': { window: 4 } } },
    does('modMul'),
  );
  call(
    part,
    'pm.modInv',
    { a: 3n, modulus: 7n, options: undefined },
    {
      a: { ...few(base), '0n': 0n, '7n, a multiple of the modulus': 7n },
      modulus: few(noModulus),
      options: few(noResult),
    },
    does('modInv'),
  );
  const short = { '1 byte, where the modulus has 2': { as: 'bytes', length: 1 } };
  call(part, 'pm.modMul', { a: 3n, b: 5n, modulus: 1009n, options: undefined }, { options: short }, does('modMul'));
  call(part, 'pm.isProbablePrime', { n: 7n }, { n: exponent }, does('isProbablePrime'));
  call(part, 'pm.modulus', { modulus: 7n }, { modulus: noModulus }, does('modulus'));
}

function kept(call: Call, pm: Powmod): void {
  const part = 'Kept moduli and tables';
  const m = pm.modulus(1009n);
  const freed = pm.modulus(1009n);
  const [g, t] = [m.fixedBase(3n, { maxBits: 100 }), m.tables([3n, 5n])];
  const [gone, orphan] = [m.fixedBase(3n), freed.fixedBase(3n)];
  gone.free();
  freed.free();
  const on =
    (object: unknown, name: string) =>
    (...args: unknown[]) =>
      (object as Loose)[name]?.(...args);
  call(
    part,
    'm.pow',
    { base: 3n, exponent: 5n, options: undefined },
    { base: noInteger, exponent: tooLong, options: noPower },
    on(m, 'pow'),
  );
  call(part, 'm.multiPow', { terms: [[3n, 5n]], options: undefined }, { terms: noTerms }, on(m, 'multiPow'));
  call(
    part,
    'm.square',
    { x: 3n, times: 5, options: undefined },
    { x: noInteger, times: noCount(0, Number.MAX_SAFE_INTEGER), options: noResult },
    on(m, 'square'),
  );
  const short = { '1 byte, where the modulus has 2': { as: 'bytes', length: 1 } };
  call(part, 'm.square', { x: 3n, times: 5, options: undefined }, { options: short }, on(m, 'square'));
  call(part, 'm.inv', { a: 3n }, { a: { '1009n, a multiple of the modulus': 1009n } }, on(m, 'inv'));
  call(
    part,
    'm.fixedBase',
    { base: 3n, options: undefined },
    {
      base: noInteger,
      options: { ...noOptions, ...fields('maxBits', noCount(1, 65536)), "{ method: 'binary' }": { method: 'binary' } },
    },
    on(m, 'fixedBase'),
  );
  call(
    part,
    'm.tables',
    { bases: [3n], options: undefined },
    {
      bases: { ...noList('integers'), '[]': [], '[3n, 5]': [3n, 5] },
      options: { ...noOptions, ...fields('window', noCount(1, 16)) },
    },
    on(m, 'tables'),
  );
  call(
    part,
    'fixedBase.pow',
    { exponent: 5n, options: undefined },
    { exponent: { ...noInteger, '101 bits, where maxBits is 100': 1n << 100n }, options: noResult },
    on(g, 'pow'),
  );
  call(
    part,
    'tables.multiPow',
    { exponents: [1n, 1n], options: undefined },
    { exponents: { ...noList('exponents'), '[1n], of two bases': [1n], '[1n, 2]': [1n, 2] }, options: noResult },
    on(t, 'multiPow'),
  );
  call(part, 'm.pow(base, exponent)', { modulus: 0 }, { modulus: { 'after m.free()': 0 } }, () => freed.pow(3n, 5n));
  call(part, 'fixedBase.pow(exponent)', { fixedBase: 0 }, { fixedBase: { 'after fixedBase.free()': 0 } }, () =>
    gone.pow(5n),
  );
  call(part, 'fixedBase.pow(exponent)', { modulus: 0 }, { modulus: { 'after m.free()': 0 } }, () => orphan.pow(5n));
}

function bytes(value: bigint): Uint8Array {
  const hex = value.toString(16);
  return Uint8Array.from(Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'));
}

function secrets(call: Call, pm: Powmod): void {
  const part = 'Secret exponents and keys';
  const exponent = Uint8Array.of(5);
  const on =
    (name: string) =>
    (...args: unknown[]) =>
      (pm as unknown as Loose)[name]?.(...args);
  const options = {
    nothing: undefined,
    ...noOptions,
    ...fields('exponentBits', { nothing: undefined, ...noCount(1, 65536) }),
    '{}': {},
  };
  const long = { '9 bits, where exponentBits is 8': Uint8Array.of(1, 0) };
  const modulus = { ...noModulus, '8n, even': 8n };
  call(
    part,
    'pm.modPowSecret',
    { base: 3n, exponent, modulus: 7n, options: { exponentBits: 8 } },
    { base: noInteger, exponent: { ...noSecret, ...long, '256n, where exponentBits is 8': 256n }, modulus, options },
    on('modPowSecret'),
  );
  call(
    part,
    'pm.modPow2Secret',
    { x: 3n, a: exponent, y: 3n, b: exponent, modulus: 7n, options: { exponentBits: 8 } },
    { x: noInteger, a: noSecret, y: noInteger, b: { ...noSecret, ...long }, modulus, options },
    on('modPow2Secret'),
  );
  const m = pm.modulus(7n);
  const even = pm.modulus(8n);
  const right = { base: 3n, exponent, options: { exponentBits: 8 } };
  const powSecret =
    (modulus: unknown) =>
    (...args: unknown[]) =>
      (modulus as Loose).powSecret?.(...args);
  call(part, 'm.powSecret', right, { base: noInteger, exponent: { ...noSecret, ...long }, options }, powSecret(m));
  call(part, 'm.powSecret(base, exponent, options)', { modulus: 0 }, { modulus: { '8n, even': 0 } }, () =>
    even.powSecret(3n, exponent, { exponentBits: 8 }),
  );
  const d = pm.modInv(65537n, (P - 1n) * (Q - 1n));
  const key: Record<string, Uint8Array> = {
    p: bytes(P),
    q: bytes(Q),
    dp: bytes(d % (P - 1n)),
    dq: bytes(d % (Q - 1n)),
    qInv: bytes(pm.modInv(Q, P)),
    e: bytes(65537n),
  };
  const parts: Values = {};
  for (const name of Object.keys(key)) Object.assign(parts, inPlaceOf(key, name, noSecret));
  Object.assign(
    parts,
    inPlaceOf(key, 'e', { '2, even': Uint8Array.of(2) }),
    inPlaceOf(key, 'p', { '8, even': Uint8Array.of(8), '0': new Uint8Array() }),
  );
  Object.assign(
    parts,
    inPlaceOf(key, 'dp', { 'longer than p': new Uint8Array(13).fill(1), 'of another key': Uint8Array.of(3) }),
  );
  call(
    part,
    'pm.modPowCrt',
    { base: 3n, key },
    { base: { ...noInteger, '−1n': -1n }, key: { nothing: undefined, null: null, "'PEM'": 'PEM', ...parts } },
    on('modPowCrt'),
  );
}

function conversions(call: Call, pm: Loose): void {
  const part = 'Conversions, and the input of `modexp`';
  const x = { '5, a number': 5, "'5'": '5', '−5n': -5n, 'more than 2^23 bytes': 1n << 67_108_864n };
  const length = noCount(0, 2 ** 23);
  call(part, 'toBytes(x, length?)', { x: 5n, length: undefined }, { x, length }, toBytes as never);
  call(part, 'toBytes(x, length?)', { x: 256n, length: 1 }, { x: { '256n, for length 1': 256n } }, toBytes as never);
  const bytes = { ...noBytes, '2^23 + 1 bytes': new Uint8Array(2 ** 23 + 1) };
  call(part, 'toBigint', { bytes: Uint8Array.of(5) }, { bytes }, toBigint as never);

  const long = (lengths: number[]) => {
    const input = new Uint8Array(96);
    for (const [i, length] of lengths.entries()) new DataView(input.buffer).setUint32(32 * i + 28, length);
    return input;
  };
  const input = {
    ...noBytes,
    'a base of 32,769 bytes': long([32769, 1, 1]),
    'an exponent of 8193 bytes': long([1, 8193, 1]),
    'a modulus of 8193 bytes': long([1, 1, 8193]),
    'a modulus of 2^256 − 1 bytes': new Uint8Array(96).fill(255, 64),
  };
  const options = { ...noOptions, '{ eip7823: 1 }': { eip7823: 1 } };
  const modexp = (...args: unknown[]) => pm.modexp?.(...args);
  call(part, 'pm.modexp', { input: long([1, 1, 1]), options: undefined }, { input, options }, modexp);
  const limited = { 'a base of 1025 bytes, by EIP-7823': long([1025, 1, 0]) };
  call(part, 'pm.modexp', { input: 0, options: { eip7823: true } }, { input: limited }, modexp);
}

/** Malformed proofs, and the field that each error names. */
export function malformedProofs(pm: Powmod): Record<string, Values> {
  const n = smallModulus(pm);
  const w = makeWesolowski(pm, n, seed, 1000);
  const p = makeTrivialPietrzak(pm, n, seed, 1000);
  const text = JSON.stringify(w);
  const width = w.input.length - 2;
  const zero = `0x${'0'.repeat(width)}`;
  const hex = (z: bigint) => `0x${z.toString(16).padStart(width, '0')}`;
  const without = (name: string) => Object.fromEntries(Object.entries(w).filter(([other]) => other !== name));
  const named = (modulus: bigint) => {
    const digits = modulus.toString(16);
    const even = digits.length % 2 ? `0${digits}` : digits;
    const number = `0x${'2'.padStart(even.length, '0')}`;
    return { ...w, modulus: `0x${even}`, input: number, output: number, proof: number };
  };
  return {
    file: {
      'an empty string': '',
      'no bytes': new Uint8Array(),
      'text cut short': text.slice(0, 50),
      'bytes that are not UTF-8': Uint8Array.of(0x7b, 0xff, 0x7d),
      'a byte order mark': `\ufeff${text}`,
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
      even: named(n + 1n),
      'of 234 bits': named((2n ** 107n - 1n) * (2n ** 127n - 1n)),
      'a multiple of 3': named(3n * 2n ** 1100n + 3n),
      'a prime': named(2n ** 1279n - 1n),
      'a square': named((2n ** 607n - 1n) ** 2n),
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
function verifying(call: Call, part: string, prefix: string, by: Loose, pm: Powmod): void {
  const n = smallModulus(pm);
  const [proof, pietrzak] = [makeWesolowski(pm, n, seed, 1000), makeTrivialPietrzak(pm, n, seed, 1000)];
  const on =
    (name: string) =>
    (...args: unknown[]) =>
      by[name]?.(...args);
  for (const [field, values] of Object.entries(malformedProofs(pm)))
    call(part, `${prefix}verify(proof)`, { [field]: 0 }, { [field]: values }, on('verify'));
  call(
    part,
    `${prefix}verify`,
    { proof, options: undefined },
    {
      proof: {
        nothing: undefined,
        null: null,
        '5': 5,
        'a function': () => 5,
        'a getter that throws': {
          get scheme() {
            throw new Error('a getter’s own');
          },
        },
      },
    },
    on('verify'),
  );
  const options: Values = {
    ...noOptions,
    ...Object.fromEntries(Object.entries(noExpectation).map(([label, expect]) => [`{ expect: ${label} }`, { expect }])),
    ...fields('maxDelta', noCount(0, 20)),
    '{ allowWeakModulus: 1 }': { allowWeakModulus: 1 },
    '{ challenge: 5n }': { challenge: 5n },
    '{ challenge: {} }': { challenge: {} },
    '{ challenge: { prime } } of 127 bits': { challenge: { prime: 2n ** 127n - 1n } },
    '{ challenge: { prime } } that is none': { challenge: { prime: 2n ** 128n + 1n } },
    'a getter of `expect` that throws': {
      get expect() {
        throw new Error('a getter’s own');
      },
    },
  };
  call(part, `${prefix}verify`, { proof, options: undefined }, { options }, on('verify'));
  call(
    part,
    `${prefix}verify`,
    { proof: pietrzak, options: undefined },
    { options: { '{ challenge } for a pietrzak proof': { challenge: { prime: 2n ** 521n - 1n } } } },
    on('verify'),
  );
  const weak = { ...proof, modulus: `0x${(2n ** 1279n - 1n).toString(16)}` };
  const number = `0x${'2'.padStart(320, '0')}`;
  call(
    part,
    `${prefix}verify`,
    { proof: { ...weak, input: number, output: number, proof: number }, options: undefined },
    { options: { '{ expect: { modulus } }, a prime': { expect: { modulus: 2n ** 1279n - 1n } } } },
    on('verify'),
  );
  call(
    part,
    `${prefix}verifyBatch`,
    { proofs: [proof], options: undefined },
    {
      proofs: { nothing: undefined, "'x'": 'x', 'a set': new Set(), '2^20 + 1 holes': new Array(2 ** 20 + 1) },
      options: { ...noOptions, '{ batch: 1 }': { batch: 1 } },
    },
    on('verifyBatch'),
  );
  call(
    part,
    `${prefix}verifyBatch`,
    { proof: [proof] },
    { proof: { '[proof, 5]': [proof, 5], 'a hole': new Array(1) } },
    on('verifyBatch'),
  );
}

function groupsAndClaims(call: Call, part: string, pm: Powmod): void {
  const n = smallModulus(pm);
  const proof = makeWesolowski(pm, n, seed, 1000);
  const on =
    (name: string) =>
    (...args: unknown[]) =>
      (pm as unknown as Loose)[name]?.(...args);
  call(
    part,
    'pm.element',
    { z: 3n, modulus: n },
    { z: { ...noInteger, ...tooLongBase }, modulus: { ...noModulus, '2n ** 1279n − 1n, a prime': 2n ** 1279n - 1n } },
    on('element'),
  );
  const read = (given: unknown) => readProof(given as ProofFile);
  call(part, 'readProof(proof)', { proof }, { proof: { nothing: undefined, null: null, '5': 5 } }, read);
  const file = { 'no text': '', 'text that is no JSON': '{', 'an array': [] };
  call(part, 'readProof(proof)', { file: proof }, { file }, read);
  call(
    part,
    'readProof(proof)',
    { colour: proof },
    { colour: { 'an unknown field': { ...proof, colour: 'red' } } },
    read,
  );
  call(part, 'readProof(proof)', { bits: proof }, { bits: { 'a copy of a claim': { ...readProof(proof) } } }, read);
  call(
    part,
    'pm.hashToGroup',
    { seed, modulus: n },
    {
      seed: { ...noBytes, '2^20 + 1 bytes': new Uint8Array(2 ** 20 + 1) },
      modulus: { ...noModulus, '1009n, too short': 1009n * 1013n, even: n + 1n },
    },
    on('hashToGroup'),
  );
}

async function pools(call: Call, pool: Pool, closed: Pool): Promise<void> {
  const part = 'Pools, evaluations and proofs';
  const pm = await init();
  const n = smallModulus(pm);
  const on =
    (name: string) =>
    (...args: unknown[]) =>
      (pool as unknown as Loose)[name]?.(...args);
  call(
    part,
    'createPool',
    { options: undefined },
    {
      options: {
        ...noOptions,
        ...fields('workers', noCount(1, 256)),
        '{ worker: new URL() }': { worker: new URL('file:///') },
        "{ kernel: 'fast' }": { kernel: 'fast' },
      },
    },
    createPool as (options: unknown) => unknown,
  );
  call(part, 'pool.modPow(base, exponent, modulus)', { pool: 0 }, { pool: { 'after pool.close()': 0 } }, () =>
    closed.modPow(3n, 5n, 7n),
  );
  const noWorkers: Record<string, () => unknown> = {
    'worker: gives nothing': () => undefined,
    'worker: gives {}': () => ({}),
  };
  for (const [given, worker] of Object.entries(noWorkers))
    call(part, 'createPool(options), and a call', { 'options.worker': 0 }, { 'options.worker': { [given]: 0 } }, () =>
      within({ worker }),
    );
  call(part, 'createPool(options), and a call', { '': 0 }, { '': { 'worker: throws': 0 } }, () =>
    within({
      worker: () => {
        throw new Error('forbidden');
      },
    }),
  );
  powers(call, part, 'pool.', pool as unknown as Loose);
  call(
    part,
    'pool.modPow',
    { base: 3n, exponent: 5n, modulus: 7n, options: undefined },
    {
      options: {
        "{ method: 'parallel', window: 4 }": { method: 'parallel', window: 4 },
        '{ method: 5 }': { method: 5 },
      },
    },
    on('modPow'),
  );
  const proof = makeWesolowski(pm, n, seed, 1000);
  call(
    part,
    'pool.verify',
    { proof, options: undefined },
    { proof: { nothing: undefined, '5': 5 }, options: { ...noOptions, '{ signal }': { signal: 1 } } },
    on('verify'),
  );
  const long = { ...noOptions, '{ onProgress: 1 }': { onProgress: 1 }, '{ signal: {} }': { signal: {} } };
  call(
    part,
    'pool.verifyAll',
    { proofs: [proof], options: undefined },
    { proofs: { nothing: undefined, "'x'": 'x' }, options: { ...long, '{ batch: 1 }': { batch: 1 } } },
    on('verifyAll'),
  );

  call(
    part,
    'pool.randomPrime',
    { bits: 16, options: undefined },
    { options: { '{ signal: 1 }': { signal: 1 } } },
    on('randomPrime'),
  );
  call(
    part,
    'pool.square',
    { x: 3n, times: 5, modulus: 7n, options: undefined },
    {
      x: { ...noInteger, ...tooLongBase },
      times: noCount(0, Number.MAX_SAFE_INTEGER),
      modulus: noModulus,
      options: { ...noResult, '{ onProgress: 1 }': { onProgress: 1 }, '{ signal: {} }': { signal: {} } },
    },
    on('square'),
  );

  const statement = { modulus: n, seed, iterations: 100 };
  const wrong: Record<string, Values> = {
    task: { nothing: undefined, null: null, '5': 5, 'speed: 1': { ...statement, speed: 1 } },
    modulus: inPlaceOf(statement, 'modulus', {
      ...noModulus,
      "'RSA-1'": 'RSA-1',
      '35n': 35n,
      even: n + 1n,
      'a prime': 2n ** 1279n - 1n,
    }),
    input: {
      'neither input nor seed': { modulus: n, iterations: 100 },
      both: { ...statement, input: 3n },
      ...inPlaceOf({ modulus: n, iterations: 100 }, 'input', { '5': 5, "'2'": '2', '0n': 0n, '−1n': -1n, N: n }),
    },
    seed: inPlaceOf(statement, 'seed', { "'text'": 'text', '5n': 5n, '2^20 + 1 bytes': new Uint8Array(2 ** 20 + 1) }),
    iterations: inPlaceOf(statement, 'iterations', { nothing: undefined, ...noCount(1, Number.MAX_SAFE_INTEGER) }),
    scheme: inPlaceOf(statement, 'scheme', { "'snark'": 'snark', '5': 5 }),
  };
  for (const [argument, values] of Object.entries(wrong)) {
    const withScheme = Object.fromEntries(
      Object.entries(values).map(([label, task]) => [
        label,
        typeof task === 'object' && task !== null && !('scheme' in task) ? { scheme: 'pietrzak', ...task } : task,
      ]),
    );
    call(part, 'pool.evaluate(task)', { [argument]: 0 }, { [argument]: values }, on('evaluate'));
    call(part, 'pool.prove(task)', { [argument]: 0 }, { [argument]: withScheme }, on('prove'));
  }
  call(
    part,
    'pool.evaluate(task)',
    { memory: 0 },
    { memory: inPlaceOf(statement, 'memory', noCount(0, 2 ** 32)) },
    on('evaluate'),
  );
  call(
    part,
    'pool.evaluate',
    { task: statement, options: undefined },
    { options: { ...long, "{ checkpoint: 'x' }": { checkpoint: 'x' }, '{ onCheckpoint: 1 }': { onCheckpoint: 1 } } },
    on('evaluate'),
  );
  const pietrzak = { ...statement, scheme: 'pietrzak' };
  const proving: Record<string, Values> = {
    scheme: { absent: statement },
    profile: {
      ...inPlaceOf(pietrzak, 'profile', { "'mine'": 'mine' }),
      ...inPlaceOf({ ...statement, scheme: 'wesolowski' }, 'profile', { "'tokamak' for wesolowski": 'tokamak' }),
    },
    iterations: inPlaceOf(pietrzak, 'profile', { "'tokamak', and 100 iterations": 'tokamak' }),
    delta: {
      ...inPlaceOf(pietrzak, 'delta', noCount(0, 20)),
      ...inPlaceOf({ ...statement, scheme: 'wesolowski' }, 'delta', { '1 for wesolowski': 1 }),
    },
    evaluation: {
      ...inPlaceOf(pietrzak, 'evaluation', { '5': 5, '{}': {}, "{ checkpoints: 'x' }": { checkpoints: 'x' } }),
    },
  };
  for (const [argument, values] of Object.entries(proving))
    call(part, 'pool.prove(task)', { [argument]: 0 }, { [argument]: values }, on('prove'));
  call(
    part,
    'pool.prove',
    { task: pietrzak, options: undefined },
    { options: { ...long, '{ memory: −1 }': { memory: -1 } } },
    on('prove'),
  );

  const { checkpoints } = await pool.evaluate(statement);
  const resumed = (change: object, checkpoint: Uint8Array) => () =>
    pool.evaluate({ ...statement, ...change } as never, { checkpoint });
  const damaged: Record<string, () => unknown> = {
    'no bytes': resumed({}, new Uint8Array()),
    '500 zeros': resumed({}, new Uint8Array(500)),
    'cut short': resumed({}, checkpoints.slice(0, -1)),
    'a byte too many': resumed({}, Uint8Array.of(...checkpoints, 0)),
    'a bit of a value flipped': resumed({}, checkpoints.with(-1, (checkpoints.at(-1) as number) ^ 1)),
    'of another version': resumed({}, checkpoints.with(0, (checkpoints[0] as number) ^ 1)),
    'of another modulus': resumed({ modulus: 'RSA-2048' }, checkpoints),
    'of another input': resumed({ seed: Uint8Array.of(1) }, checkpoints),
    'of another number of squarings': resumed({ iterations: 101 }, checkpoints),
  };
  for (const [given, work] of Object.entries(damaged))
    call('Checkpoints', 'pool.evaluate(task, { checkpoint })', { checkpoint: 0 }, { checkpoint: { [given]: 0 } }, work);
  call(
    'Checkpoints',
    'pool.prove(task)',
    { checkpoint: 0 },
    { checkpoint: { 'evaluation: of another number of squarings': 0 } },
    () => pool.prove({ ...statement, iterations: 101, scheme: 'wesolowski', evaluation: { checkpoints } }),
  );
}

async function within(options: { worker: () => unknown }): Promise<unknown> {
  const pool = await createPool(options as never);
  return pool.modPow(3n, 5n, 7n).finally(() => pool.close());
}
