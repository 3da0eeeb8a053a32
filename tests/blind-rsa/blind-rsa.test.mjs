// The example crate/js/examples/blind-rsa: in every engine by its published vectors, and in Node beside node:crypto and
// Cloudflare's library.
import assert from 'node:assert/strict';
import {
  constants,
  createPublicKey,
  createVerify,
  generateKeyPairSync,
  generatePrimeSync,
  webcrypto,
} from 'node:crypto';
import { describe, test } from 'node:test';
import { RSABSSA, RSAPBSSA } from '@cloudflare/blindrsa-ts';
import { variants } from '../../crate/js/examples/blind-rsa/blind-rsa.mjs';
import { ascii, keyOfJwk } from '../../crate/js/examples/blind-rsa/bytes.mjs';
import {
  derivePublicKey,
  variants as partialVariants,
} from '../../crate/js/examples/blind-rsa/partially-blind-rsa.mjs';
import { encode } from '../../crate/js/examples/blind-rsa/pss.mjs';
import { platforms } from '../../workshop/engines/engines.mjs';
import { testInEach } from '../each-engine.mjs';
import partial from './partially-blind.json' with { type: 'json' };
import { integer, privateKeyOf } from './vectors.js';

const { subtle } = webcrypto;

/** The kernel `bigint` has no calls for secrets. */
const withSecrets = platforms.filter(({ features }) => features.includes('webAssembly'));

/** The engines whose crypto.subtle refuses a derived exponent, as MIGRATING.md says. */
const REFUSING = /^(Chromium|Firefox|Bun|Deno|workerd)/;

testInEach(
  withSecrets,
  'tests/blind-rsa/checks.js',
  undefined,
  ({ webCrypto }) => ({ webCrypto }),
  async (t, { name }, { webCrypto }) => {
    if (REFUSING.test(name))
      await t.test('crypto.subtle refuses the derived exponent', () => assert.notEqual(webCrypto, 'valid'));
  },
);

const message = ascii('a ballot');
const info = ascii('metadata');

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
      for (const [name, suite] of Object.entries(variants)) {
        const prepared = suite.prepare(message);
        const { blindedMsg, inv } = await suite.blind(key, prepared);
        const signature = await suite.finalize(key, prepared, await suite.blindSign(key, blindedMsg), inv);
        const saltLength = name.includes('ZERO') ? 0 : 48;
        assert.ok(nodeVerifies(key, signature, prepared, saltLength), name);
        signature[9] ^= 1;
        assert.equal(nodeVerifies(key, signature, prepared, saltLength), await suite.verify(key, signature, prepared));
      }
    });

  test('an encoding with a bit above its length is invalid', async () => {
    const key = randomKey(2049); // so the encoding is a byte shorter than the modulus
    const suite = variants['RSABSSA-SHA384-PSSZERO-Deterministic'];
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
    const key = privateKeyOf(partial.key);
    const suite = partialVariants['RSAPBSSA-SHA384-PSSZERO-Randomized'];
    const prepared = suite.prepare(message);
    const { blindedMsg, inv } = await suite.blind(key, prepared, info);
    const blindSig = await suite.blindSign(key, blindedMsg, info);
    const signature = await suite.finalize(key, prepared, info, blindSig, inv);
    const signed = Buffer.concat([ascii('msg'), Uint8Array.of(0, 0, 0, info.length), info, prepared]);
    assert.ok(nodeVerifies(await derivePublicKey(key, info), signature, signed, 0));
  });
});

describe("beside Cloudflare's library", () => {
  /** Keys in both forms. */
  async function keys(jwk) {
    const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
    const { kty, n, e } = jwk;
    return {
      ours: keyOfJwk(jwk),
      theirPublic: await subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['verify']),
      theirPrivate: await subtle.importKey('jwk', jwk, algorithm, true, ['sign']),
    };
  }

  const suites = (theirs) =>
    [theirs.PSS.Randomized, theirs.PSS.Deterministic, theirs.PSSZero.Randomized, theirs.PSSZero.Deterministic].map(
      (make) => make(),
    );

  for (const theirs of suites(RSABSSA.SHA384))
    test(`${theirs}`, async () => {
      const {
        ours: key,
        theirPublic,
        theirPrivate,
      } = await keys(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }));
      const suite = variants[String(theirs)];

      const prepared = suite.prepare(message);
      const { blindedMsg, inv } = await suite.blind(key, prepared);
      const signature = await suite.finalize(key, prepared, await theirs.blindSign(theirPrivate, blindedMsg), inv);
      assert.ok(await theirs.verify(theirPublic, signature, prepared));

      const theirPrepared = theirs.prepare(message);
      const blinded = await theirs.blind(theirPublic, theirPrepared);
      const blindSig = await suite.blindSign(key, blinded.blindedMsg);
      const theirSignature = await theirs.finalize(theirPublic, theirPrepared, blindSig, blinded.inv);
      assert.ok(await suite.verify(key, theirSignature, theirPrepared));
    });

  for (const theirs of suites(RSAPBSSA.SHA384))
    test(`${theirs}`, async () => {
      const parts = { ...privateKeyOf(partial.key), d: Buffer.from(partial.key.d, 'hex') };
      const { qInv: qi, ...others } = Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, Buffer.from(part).toString('base64url')]),
      );
      const { ours: key, theirPublic, theirPrivate } = await keys({ kty: 'RSA', ...others, qi });
      const suite = partialVariants[String(theirs)];

      const prepared = suite.prepare(message);
      const { blindedMsg, inv } = await suite.blind(key, prepared, info);
      const theirBlindSig = await theirs.blindSign(theirPrivate, blindedMsg, info);
      const signature = await suite.finalize(key, prepared, info, theirBlindSig, inv);
      assert.ok(await theirs.verify(theirPublic, signature, prepared, info));

      const theirPrepared = theirs.prepare(message);
      const blinded = await theirs.blind(theirPublic, theirPrepared, info);
      const blindSig = await suite.blindSign(key, blinded.blindedMsg, info);
      assert.equal(integer(blindSig), integer(await theirs.blindSign(theirPrivate, blinded.blindedMsg, info)));
      const theirSignature = await theirs.finalize(theirPublic, theirPrepared, info, blindSig, blinded.inv);
      assert.ok(await suite.verify(key, theirSignature, theirPrepared, info));
    });
});
