// @cloudflare/blindrsa-ts: blind signatures (RFC 9474) and partially blind ones, on its SJCL and on powmod with the same
// randomness. node:crypto verifies them. The package has no tests.
import assert from 'node:assert/strict';
import { constants, getDiffieHellman, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork, withSameRandomness } from './on-powmod.mjs';
import { load } from './packages.mjs';

const { getSuiteByName, BlindRSA, Params, PartiallyBlindRSA, RSABSSA } = await load('@cloudflare/blindrsa-ts');
const { default: sjcl } = await load('@cloudflare/blindrsa-ts/lib/src/sjcl/index.js');
const { on: pm, count } = counted(await init());
const { usePowmod } = await recipe('sjcl.mjs');
const bothWays = onPowmod(sjcl.bn.prototype, () => usePowmod(sjcl.bn, pm));
const hex = (bytes) => Buffer.from(bytes).toString('hex');

describe('blind signatures', async () => {
  const { publicKey, privateKey } = await RSABSSA.SHA384.generateKey({
    modulusLength: 2048,
    publicExponent: Uint8Array.from([1, 0, 1]),
  });
  for (const { name, saltLength } of Object.values(Params).filter(({ name }) => /^RSABSSA/.test(name)))
    test(name, () =>
      bothWays(() =>
        withSameRandomness(async () => {
          const suite = getSuiteByName(BlindRSA, name);
          const message = suite.prepare(Buffer.from('powmod'));
          const { blindedMsg, inv } = await suite.blind(publicKey, message);
          const blindSignature = await suite.blindSign(privateKey, blindedMsg);
          const signature = await suite.finalize(publicKey, message, blindSignature, inv);
          assert.ok(await suite.verify(publicKey, signature, message));
          const key = { key: await exported(publicKey), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
          assert.ok(verify('sha384', message, key, signature));
          blindedMsg[9] ^= 1;
          const other = await suite.blindSign(privateKey, blindedMsg);
          await assert.rejects(suite.finalize(publicKey, message, other, inv), /invalid signature/);
          return [blindedMsg, inv, blindSignature, signature, other].map(hex);
        }),
      ),
    );
});

describe('partially blind signatures', async () => {
  // Safe primes, which take long to find: those of two well-known groups.
  const primes = ['modp1', 'modp2'].map((group) => BigInt(`0x${getDiffieHellman(group).getPrime('hex')}`));
  const modulusLength = (primes[0] * primes[1]).toString(2).length;
  const next = () => {
    primes.push(primes.shift());
    return primes[0];
  };
  const { publicKey, privateKey } = await PartiallyBlindRSA.generateKey(
    { hash: 'SHA-384', modulusLength, publicExponent: Uint8Array.from([1, 0, 1]) },
    next,
  );
  for (const { name } of Object.values(Params).filter(({ name }) => /^RSAPBSSA/.test(name)))
    test(name, () =>
      bothWays(() =>
        withSameRandomness(async () => {
          const suite = getSuiteByName(PartiallyBlindRSA, name);
          const [message, info] = [suite.prepare(Buffer.from('powmod')), Buffer.from('metadata')];
          const { blindedMsg, inv } = await suite.blind(publicKey, message, info);
          const blindSignature = await suite.blindSign(privateKey, blindedMsg, info);
          const signature = await suite.finalize(publicKey, message, info, blindSignature, inv);
          assert.ok(await suite.verify(publicKey, signature, message, info));
          assert.ok(!(await suite.verify(publicKey, signature, message, Buffer.from('other'))));
          return [blindedMsg, inv, blindSignature, signature].map(hex);
        }),
      ),
    );
});

test('numbers of either sign', () =>
  bothWays(() => {
    const negative = (x) => new sjcl.bn(0).sub(x);
    const [five, long, odd, even] = [5, 'f'.repeat(99), 1_000_003, 1_000_004].map((x) => new sjcl.bn(x));
    const numbers = [five, long].flatMap((x) => [x, negative(x)]);
    return [
      ...numbers.flatMap((x) => [x.powermod(65_537, even), x.mulmod(five, odd), x.mulmod(negative(five), even)]),
      ...[five, negative(five)].map((x) => x.powermod(65_537, odd)), // with long ones SJCL's own never returns
      ...[five, long].map((x) => x.inverseMod(odd)), // nor with negative ones
    ].map(String);
  }));

async function exported(key) {
  return `-----BEGIN PUBLIC KEY-----\n${Buffer.from(await crypto.subtle.exportKey('spki', key)).toString('base64')}\n-----END PUBLIC KEY-----`;
}

provesWork(count);
