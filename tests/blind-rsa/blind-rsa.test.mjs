// The example crate/js/examples/blind-rsa: by its published vectors, with everything that it must refuse, and beside
// node:crypto.
import '../support/built.mjs';
import assert from 'node:assert/strict';
import { constants, createPublicKey, createVerify, generatePrimeSync } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  inverse,
  keyOfSafePrimes,
  power,
  product,
  ready,
  withExponent,
} from '../../crate/js/examples/blind-rsa/backend.mjs';
import { variants as blindVariants } from '../../crate/js/examples/blind-rsa/blind-rsa.mjs';
import { ascii, concat, random, randomBytes } from '../../crate/js/examples/blind-rsa/bytes.mjs';
import {
  derivePublicKey,
  variants as partialVariants,
} from '../../crate/js/examples/blind-rsa/partially-blind-rsa.mjs';
import { encode } from '../../crate/js/examples/blind-rsa/pss.mjs';
import partial from './partially-blind.json' with { type: 'json' };
import rfc from './rfc9474.json' with { type: 'json' };
import { bytes, hex, integer, privateKeyOf } from './vectors.js';

await ready;

const rfcKey = privateKeyOf(rfc.key);
const partialKey = privateKeyOf(partial.key);
const message = ascii('a ballot');
const info = ascii('metadata');

const randomized = blindVariants['RSABSSA-SHA384-PSS-Randomized'];
const boundVariant = partialVariants['RSAPBSSA-SHA384-PSS-Deterministic'];

/** Each check throws, or returns what is wrong. */
const CHECKS = {
  async 'the vectors of RFC 9474'() {
    for (const vector of rfc.vectors) {
      const v = bytes(vector);
      const suite = blindVariants[vector.name];
      const prepared = concat(v.msg_prefix, v.msg);
      if (suite.prepare(v.msg).length !== prepared.length) return `${vector.name}: prepare`;
      const r = inverse(v.inv, rfcKey.n);
      const { blindedMsg, inv } = await suite.blind(rfcKey, prepared, { salt: v.salt, r });
      const blindSig = await suite.blindSign(rfcKey, blindedMsg);
      const sig = await suite.finalize(rfcKey, prepared, blindSig, inv);
      const results = { inv, blinded_msg: blindedMsg, blind_sig: blindSig, sig, encoded_msg: power(sig, rfcKey) };
      for (const [name, result] of Object.entries(results))
        if (hex(result) !== vector[name]) return `${vector.name}: ${name}`;
      if (!(await suite.verify(rfcKey, v.sig, prepared))) return `${vector.name}: verify`;
    }
  },
  async 'the vectors of partially blind RSA'() {
    for (const [i, vector] of partial.vectors.entries()) {
      const v = bytes(vector);
      const suite = partialVariants[vector.name];
      const { e } = await derivePublicKey(partialKey, v.info);
      const { blindedMsg, inv } = await suite.blind(partialKey, v.msg, v.info, { salt: v.salt, r: v.r });
      const blindSig = await suite.blindSign(partialKey, blindedMsg, v.info);
      const sig = await suite.finalize(partialKey, v.msg, v.info, blindSig, inv);
      const results = { eprime: e, blind_msg: blindedMsg, blind_sig: blindSig, sig };
      for (const [name, result] of Object.entries(results)) if (hex(result) !== vector[name]) return `${i}: ${name}`;
      if (!(await suite.verify(partialKey, v.sig, v.msg, v.info))) return `${i}: verify`;
    }
  },
  async 'a key of safe primes has the parts of the vectors'() {
    const key = await keyOfSafePrimes(partialKey.p, partialKey.q);
    for (const [name, part] of Object.entries(partialKey))
      if (integer(key[name]) !== integer(part)) return `${name} is ${hex(key[name])}`;
  },
  async 'a signature for something else is invalid'() {
    const [v] = partial.vectors.map(bytes);
    const is = (key, sig, msg, metadata) => boundVariant.verify(key, sig, msg, metadata);
    if (await is(partialKey, flipped(v.sig), v.msg, v.info)) return 'a changed signature';
    if (await is(partialKey, v.sig, flipped(v.msg), v.info)) return 'a changed message';
    if (await is(partialKey, v.sig, v.msg, flipped(v.info))) return 'other metadata';
    if (await is(partialKey, v.sig, concat(v.info, v.msg), new Uint8Array())) return 'metadata moved to the message';
    if (await is({ n: flipped(v.sig) }, v.sig, v.msg, v.info)) return 'another key';
    if (await is(partialKey, v.sig.subarray(1), v.msg, v.info)) return 'a short signature';
    if (await is({ n: rfcKey.n }, v.sig, v.msg, v.info)) return 'a key of another length';
    const inner = concat(ascii('msg'), Uint8Array.of(0, 0, 0, v.info.length), v.info, v.msg);
    if (await blindVariants['RSABSSA-SHA384-PSS-Deterministic'].verify(partialKey, v.sig, inner)) return 'e = 65537';
  },
  async 'a signature with a salt of another length is invalid'() {
    for (const vector of rfc.vectors) {
      const v = bytes(vector);
      const other = blindVariants[vector.name.replace(/PSS(ZERO)?/, (_, zero) => (zero ? 'PSS' : 'PSSZERO'))];
      if (await other.verify(rfcKey, v.sig, concat(v.msg_prefix, v.msg))) return vector.name;
    }
  },
  async 'a signature of n or more is invalid'() {
    const vector = rfc.vectors.find(({ sig }) => BigInt(`0x${sig}`) + integer(rfcKey.n) < 1n << 4096n);
    const v = bytes(vector);
    const { sum } = bytes({ sum: (integer(v.sig) + integer(rfcKey.n)).toString(16) });
    const suite = blindVariants[vector.name];
    if (!(await suite.verify(rfcKey, v.sig, concat(v.msg_prefix, v.msg)))) return 'the signature itself';
    if (await suite.verify(rfcKey, sum, concat(v.msg_prefix, v.msg))) return 'the signature plus n';
  },
  async 'an encoding that is not canonical is invalid'() {
    // The private key encodes at will: each change keeps the salt, and breaks one rule of EMSA-PSS-VERIFY.
    const suite = blindVariants['RSABSSA-SHA384-PSSZERO-Deterministic'];
    const v = bytes(rfc.vectors.at(-1));
    for (const [at, bit] of [
      [0, 0x80],
      [0, 0x40],
      [1, 0x01],
      [rfcKey.n.length - 51, 0x80],
      [rfcKey.n.length - 50, 0x01],
      [rfcKey.n.length - 2, 0x01],
      [rfcKey.n.length - 1, 0x02],
    ]) {
      const encoded = v.encoded_msg.with(at, v.encoded_msg[at] ^ bit);
      const sig = await suite.blindSign(rfcKey, encoded);
      if (hex(power(sig, rfcKey)) !== hex(encoded)) return `byte ${at}: the test itself`;
      if (await suite.verify(rfcKey, sig, v.msg)) return `byte ${at}`;
    }
  },
  async 'blindSign refuses what is out of range'() {
    const { n } = rfcKey;
    await refuses(() => randomized.blindSign(rfcKey, n), 'RangeError: message representative out of range');
    await refuses(() => randomized.blindSign(rfcKey, n.subarray(1)), 'RangeError: unexpected input size');
    await refuses(
      () => boundVariant.blindSign(partialKey, partialKey.n, info),
      'RangeError: message representative out of range',
    );
  },
  async 'a faulty key reveals nothing'() {
    const blindedMsg = product(Uint8Array.of(2), Uint8Array.of(3), rfcKey.n);
    const spoilt = { ...rfcKey, dp: flipped(rfcKey.dp) };
    const error = await randomized.blindSign(spoilt, blindedMsg).catch((error) => error);
    if (error.code !== 'ERR_FAULT') return String(error);
  },
  async 'blind refuses what it cannot blind'() {
    const short = { n: new Uint8Array(64).fill(0xff), e: rfcKey.e };
    if (await randomized.verify(short, new Uint8Array(64), message)) return 'a signature that is shorter than a hash';
    const r = concat(new Uint8Array(rfcKey.n.length - rfcKey.p.length), rfcKey.p);
    await refuses(() => randomized.blind(rfcKey, message, { r }), 'RangeError: blinding error');
    await refuses(() => randomized.blind(short, message), 'RangeError: encoding error');
    await refuses(() => inverse(rfcKey.q, rfcKey.n, 'invalid input'), 'RangeError: invalid input');
  },
  async 'blind refuses a message that has a factor of n'() {
    const { n } = bytes({ n: (3n ** 645n).toString(16).padStart(256, '0') });
    let refused = 0;
    for (let i = 0; i < 50; i++) {
      const work = randomized.blind({ n, e: rfcKey.e }, Uint8Array.of(i), { r: Uint8Array.of(1) });
      if (String(await work.catch((error) => error)) === 'RangeError: invalid input') refused++;
    }
    if (refused === 0 || refused === 50) return `${refused} of 50`;
  },
  'random numbers are from 1 to n − 1'() {
    const seen = new Set(Array.from({ length: 10_000 }, () => Number(integer(random(Uint8Array.of(1, 4))))));
    if (Math.min(...seen) !== 1 || Math.max(...seen) !== 259) return [...seen].sort((a, b) => a - b).join(' ');
  },
  async 'finalize refuses what is not a signature'() {
    const { blindedMsg, inv } = await randomized.blind(rfcKey, message);
    const blindSig = await randomized.blindSign(rfcKey, blindedMsg);
    const finalize = (...args) => randomized.finalize(rfcKey, ...args);
    await refuses(() => finalize(message, flipped(blindSig), inv), 'Error: invalid signature');
    await refuses(() => finalize(message, blindSig, flipped(inv)), 'Error: invalid signature');
    await refuses(() => finalize(ascii('another'), blindSig, inv), 'Error: invalid signature');
    await refuses(() => finalize(message, blindSig.subarray(1), inv), 'RangeError: unexpected input size');
    await refuses(() => finalize(message, blindSig, inv.subarray(1)), 'RangeError: unexpected input size');
  },
  async 'keys that do not suit metadata are refused'() {
    const noInverse = 'RangeError: e: has no inverse modulo p − 1 or q − 1';
    const half = bytes({ half: ((integer(partialKey.p) - 1n) / 2n).toString(16) }).half;
    await refuses(() => keyOfSafePrimes(rfcKey.p, rfcKey.q), 'RangeError: p, q: must be safe primes');
    await refuses(() => keyOfSafePrimes(partialKey.n, partialKey.n), 'RangeError: p, q: must be safe primes');
    await refuses(() => withExponent(partialKey, half), noInverse);
    await refuses(
      () => derivePublicKey({ n: randomBytes(192) }, info),
      'RangeError: n: its length in bytes must be a power of 2',
    );
  },
};

for (const [name, check] of Object.entries(CHECKS)) test(name, async () => assert.equal(await check(), undefined));

/** `work` throws the expected error. */
async function refuses(work, expected) {
  assert.equal(String(await (async () => work())().catch((error) => error)), expected);
}

/** Flips the last bit. */
function flipped(given) {
  return given.with(-1, given.at(-1) ^ 1);
}

/** What node:crypto says. */
function nodeVerifies({ n, e }, signature, signed, saltLength) {
  const [N, E] = [n, e].map((part) => Buffer.from(part).toString('base64url'));
  const key = createPublicKey({ key: { kty: 'RSA', n: N, e: E }, format: 'jwk' });
  return createVerify('sha384')
    .update(signed)
    .verify({ key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
}

/** A private key for a modulus of exactly `modulusBits` bits. OpenSSL makes none of an odd number. */
function randomKey(modulusBits) {
  const [p, q] = [Math.ceil(modulusBits / 2), Math.floor(modulusBits / 2)].map((bits) =>
    generatePrimeSync(bits, { bigint: true }),
  );
  const [n, e, order] = [p * q, 65537n, (p - 1n) * (q - 1n)];
  if (order % e === 0n) return randomKey(modulusBits);
  assert.equal(n.toString(2).length, modulusBits);
  // d · e = 1 + order · k, where k = −1/order mod e
  let k = 1n;
  while ((1n + order * k) % e !== 0n) k++;
  const even = (number) => number.toString(16).padStart(2 * Math.ceil(number.toString(16).length / 2), '0');
  const numbers = { p, q, n, e, d: (1n + order * k) / e };
  return privateKeyOf(Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, even(number)])));
}

describe('beside node:crypto', () => {
  for (const modulusBits of [1030, 2048, 2049])
    test(`signatures of ${modulusBits} bits`, async () => {
      const key = randomKey(modulusBits);
      for (const [name, suite] of Object.entries(blindVariants)) {
        const prepared = suite.prepare(message);
        const { blindedMsg, inv } = await suite.blind(key, prepared);
        assert.notDeepEqual((await suite.blind(key, prepared)).blindedMsg, blindedMsg);
        const signature = await suite.finalize(key, prepared, await suite.blindSign(key, blindedMsg), inv);
        const saltLength = name.includes('ZERO') ? 0 : 48;
        assert.ok(nodeVerifies(key, signature, prepared, saltLength), name);
        signature[9] ^= 1;
        assert.equal(nodeVerifies(key, signature, prepared, saltLength), await suite.verify(key, signature, prepared));
      }
    });

  test('an encoding with a bit above its length is invalid', async () => {
    const key = randomKey(2049); // so the encoding is a byte shorter than the modulus
    const suite = blindVariants['RSABSSA-SHA384-PSSZERO-Deterministic'];
    let compared = 0;
    for (let i = 0; i < 200 && compared < 3; i++) {
      const encoded = await encode(Uint8Array.of(i), 2048, new Uint8Array());
      const sign = (first) => suite.blindSign(key, Uint8Array.of(first, ...encoded));
      const above = await sign(1).catch(() => undefined); // n or more
      if (above === undefined) continue;
      compared++;
      assert.ok(await suite.verify(key, await sign(0), Uint8Array.of(i)));
      assert.ok(!(await suite.verify(key, above, Uint8Array.of(i))));
    }
    assert.ok(compared > 0);
  });

  test('signatures with metadata', async () => {
    for (const [name, suite] of Object.entries(partialVariants)) {
      const prepared = suite.prepare(message);
      const { blindedMsg, inv } = await suite.blind(partialKey, prepared, info);
      const blindSig = await suite.blindSign(partialKey, blindedMsg, info);
      const signature = await suite.finalize(partialKey, prepared, info, blindSig, inv);
      const signed = Buffer.concat([ascii('msg'), Uint8Array.of(0, 0, 0, info.length), info, prepared]);
      const saltLength = name.includes('ZERO') ? 0 : 48;
      assert.ok(nodeVerifies(await derivePublicKey(partialKey, info), signature, signed, saltLength), name);
    }
  });
});
