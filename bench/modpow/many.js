// Times many powers of one base, secret or not, kept RSA keys, products, inverses and lists. bench/modpow/modpow.mjs
// runs it in Node.
import { constants, createDiffieHellmanGroup, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { modInv } from 'bigint-mod-arith';
import { init, toBigint, toBytes } from 'powmod';
import { createPool } from 'powmod/pool';
import { bigintModPow } from '../../workshop/bigint/mod-pow.js';
import { openTable } from '../../workshop/bigint/open-table.js';
import { seededNumber } from '../../workshop/numbers.js';
import { awaited, repeat, timeInTurn } from '../../workshop/timing.js';
import { peers } from '../peers/peers.mjs';
import { inPython } from '../peers/python.mjs';

const EXPONENT_BITS = 256;
const FACTORS = 100;
const MEMBERS = 10;

/**
 * @param {object} task
 * @param {{ name: string, p: string, q: string, g: string }[]} task.groups in hex
 * @param {string[]} task.gmps the peers that are GMP
 * @param {number[]} task.keys the lengths of RSA keys in bits
 * @param {{ count: number, workers: number[] }} task.list of powers with one secret exponent
 * @param {object} task.timing
 */
export default async function measureMany({ groups, gmps, keys, list, timing }) {
  const pm = await init();
  const inTurn = (cases) => timeInTurn(cases, timing);
  const { kernel } = pm;
  const ofMembers = async (...group) => {
    const cases = await members(pm, gmps, ...group);
    const timings = await inTurn(cases);
    for (const { close } of cases) close?.();
    return timings;
  };
  const rows = [];
  for (const { name, p, q, g } of groups) {
    const [modulus, base] = [BigInt(`0x${p}`), BigInt(`0x${g}`)];
    const labels = { kernel, group: `${name}, ${modulus.toString(2).length}/${EXPONENT_BITS}` };
    rows.push({ part: 'fixed', ...labels, timings: await inTurn(await fixedBase(pm, base, modulus)) });
    rows.push({ part: 'several', ...labels, timings: await inTurn(shared(pm, base, modulus)) });
    rows.push({ part: 'product', ...labels, timings: await inTurn(products(pm, modulus)) });
    const cases = await inverses(pm, modulus);
    rows.push({ part: 'inverses', ...labels, timings: await inTurn(cases) });
    for (const { close } of cases) close?.();
    const order = BigInt(`0x${q}`);
    rows.push({ part: 'members', ...labels, timings: await ofMembers(base, order, modulus) });
  }
  // The 2048-bit group of RFC 3526, whose members are the squares.
  const safe = BigInt(`0x${createDiffieHellmanGroup('modp14').getPrime('hex')}`);
  const timings = await ofMembers(4n, safe >> 1n, safe);
  rows.push({ part: 'members', kernel, group: 'RFC 3526, 2048, p = 2q + 1', timings });
  for (const bits of keys) rows.push({ part: 'keys', kernel, bits, timings: await inTurn(await rsa(pm, bits)) });
  for (const row of await lists(groups[0], list)) rows.push({ part: 'list', kernel, count: list.count, ...row });
  return rows;
}

async function mapped(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** A case of a call, whose result must be the expected one. */
function checked(name, expected, call, read = (x) => x) {
  if (String(read(call())) !== String(expected)) throw new Error(`${name} differs`);
  return { name, run: repeat(call) };
}

/** Powers of a base that comes again, with an exponent that may be secret. */
async function fixedBase(pm, base, modulus) {
  const m = pm.modulus(modulus);
  const exponent = seededNumber(EXPONENT_BITS, 3);
  const e = toBytes(exponent, EXPONENT_BITS / 8);
  const table = m.fixedBase(base, { exponentBits: EXPONENT_BITS });
  const open = openTable(base, modulus, EXPONENT_BITS);
  const expected = bigintModPow(base, exponent, modulus);
  const x = toBytes(base, toBytes(modulus).length);
  const own = [
    checked('table.powSecret', expected, () => table.powSecret(e), toBigint),
    checked('table.pow', expected, () => table.pow(e, { as: 'bytes' }), toBigint),
    checked('m.powSecret', expected, () => m.powSecret(x, e, { exponentBits: EXPONENT_BITS }), toBigint),
    checked('m.pow', expected, () => m.pow(x, e, { as: 'bytes' }), toBigint),
    checked('BigInt, open table', expected, () => open(exponent)),
  ];
  const others = await mapped(['bigint', 'gmpWasm', 'openssl'], async (name) => {
    const { result, run } = await peers[name].prepare(base, exponent, modulus);
    if (result !== expected) throw new Error(`${name} differs`);
    return { name: peers[name].name, run };
  });
  return [...own, ...others];
}

/** Three powers of one base. */
function shared(pm, base, modulus) {
  const m = pm.modulus(modulus);
  const exponents = [4, 5, 6].map((seed) => toBytes(seededNumber(EXPONENT_BITS, seed)));
  const x = toBytes(m.square(base, 100));
  const expected = exponents.map((e) => m.pow(x, e));
  return [
    checked(
      'm.powers',
      expected,
      () => m.powers(x, exponents, { as: 'bytes' }),
      (all) => all.map(toBigint),
    ),
    checked(
      'three times m.pow',
      expected,
      () => exponents.map((e) => m.pow(x, e, { as: 'bytes' })),
      (all) => all.map(toBigint),
    ),
  ];
}

/** A product of many factors. */
function products(pm, modulus) {
  const m = pm.modulus(modulus);
  const factors = Array.from({ length: FACTORS }, (_, i) => seededNumber(2048, i) % modulus);
  const bytes = factors.map((factor) => toBytes(factor));
  const bigints = () => factors.reduce((product, factor) => (product * factor) % modulus);
  const expected = bigints();
  return [
    checked('m.product', expected, () => m.product(bytes, { as: 'bytes' }), toBigint),
    checked('m.product of bigints', expected, () => m.product(factors)),
    checked('m.mul', expected, () => factors.reduce((product, factor) => m.mul(product, factor))),
    checked('BigInt', expected, bigints),
  ];
}

/** The inverses of many numbers; OpenSSL takes one of them again and again. */
async function inverses(pm, modulus) {
  const m = pm.modulus(modulus);
  const list = Array.from({ length: FACTORS }, (_, i) => seededNumber(2048, i) % modulus);
  const bytes = list.map((a) => toBytes(a, toBytes(modulus).length));
  const inBigint = () => list.map((a) => modInv(a, modulus));
  const expected = inBigint();
  const openssl = await inPython('openssl', list[0], 1n, modulus);
  if (openssl.result !== expected[0]) throw new Error('OpenSSL differs');
  const milliseconds = (times) => openssl.milliseconds(times * FACTORS);
  return [
    checked('m.invAll', expected, () => m.invAll(list)),
    checked('m.inv', expected, () => list.map((a) => m.inv(a))),
    checked(
      'm.invSecret',
      expected,
      () => bytes.map((a) => m.invSecret(a)),
      (all) => all.map(toBigint),
    ),
    checked('bigint-mod-arith', expected, inBigint),
    { ...openssl, name: 'OpenSSL, constant time', milliseconds },
  ];
}

/** Whether many numbers are in the subgroup of this order. GMP raises one of them again and again. */
async function members(pm, gmps, base, order, modulus) {
  const m = pm.modulus(modulus);
  const list = Array.from({ length: MEMBERS }, (_, i) => m.pow(base, BigInt(i + 2)));
  const bytes = list.map((x) => toBytes(x));
  const expected = list.map(() => true);
  const others = await mapped(gmps, async (name) => {
    const { result, run, ...rest } = await peers[name].prepare(list[0], order, modulus);
    if (result !== 1n) throw new Error(`${name} differs`);
    const times = run
      ? { run: (times) => run(times * MEMBERS) }
      : { milliseconds: (times) => rest.milliseconds(times * MEMBERS) };
    return { ...rest, name: peers[name].name, ...times };
  });
  return [
    checked('m.inSubgroup', expected, () => m.inSubgroup(bytes, order)),
    checked('m.pow', expected, () => bytes.map((x) => m.pow(x, order) === 1n)),
    checked('BigInt', expected, () => list.map((x) => bigintModPow(x, order, modulus) === 1n)),
    ...others,
  ];
}

/** RSA's private operation. WebCrypto has none without padding, so there it signs 32 bytes. */
async function rsa(pm, modulusLength) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const jwk = privateKey.export({ format: 'jwk' });
  const [p, q, dp, dq, qInv, e] = ['p', 'q', 'dp', 'dq', 'qi', 'e'].map(
    (name) => new Uint8Array(Buffer.from(jwk[name], 'base64url')),
  );
  const parts = { p, q, dp, dq, qInv, e };
  const kept = pm.rsaPrivateKey(parts);
  const base = toBytes(seededNumber(modulusLength - 1, 7), modulusLength / 8);
  const openssl = () => privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, base);
  const expected = toBigint(new Uint8Array(openssl()));
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
  const message = new Uint8Array(32);
  return [
    checked('rsaPrivateKey.pow', expected, () => kept.pow(base), toBigint),
    checked('OpenSSL', expected, openssl, (bytes) => toBigint(new Uint8Array(bytes))),
    { name: 'WebCrypto, signing', milliseconds: awaited(() => crypto.subtle.sign(algorithm.name, key, message)) },
  ];
}

/**
 * A list with one secret exponent in pools of different sizes: the time, and the longest time that the caller waits.
 */
async function lists({ p }, { count, workers }) {
  const modulus = BigInt(`0x${p}`);
  const bits = modulus.toString(2).length;
  const bases = Array.from({ length: count }, (_, i) => toBytes(seededNumber(bits - 1, i)));
  const exponent = toBytes(seededNumber(EXPONENT_BITS, 8));
  const secret = { exponentBits: EXPONENT_BITS };
  return mapped(workers, async (workers) => {
    const pool = await createPool({ workers });
    try {
      await pool.modPowAll(bases.slice(0, 100 * workers), exponent, modulus, { secret });
      const watch = watchGaps();
      const start = performance.now();
      await pool.modPowAll(bases, exponent, modulus, { secret });
      const once = (ms) => ({ min: 1000 * ms, median: 1000 * ms });
      return { workers, timings: { 'the list': once(performance.now() - start), 'longest gap': once(watch.stop()) } };
    } finally {
      await pool.close();
    }
  });
}

/** Takes the longest time in which no other task could run. */
function watchGaps() {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(longest, performance.now() - last);
    },
  };
}
