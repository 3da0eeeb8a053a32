// node-forge: the tests of its last release that had any, and RSA against node:crypto.
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, privateDecrypt, verify } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { init } from 'powmod';
import { recipe } from './migrating.mjs';
import { counted, onPowmod, provesWork } from './on-powmod.mjs';
import { runMochaFile } from './own-tests.mjs';
import { pathIn, require } from './packages.mjs';

const forge = require('node-forge');
const { on: pm, count } = counted(await init());
const { BigInteger } = forge.jsbn;
const { useInJsbn } = await recipe('numbers.cjs');
const bothWays = onPowmod(BigInteger.prototype, () => useInJsbn(BigInteger, pm), count);

/** The files that exponentiate, but for those on PKCS#7 and X.509, which expect what later releases changed. */
const FILES = ['csr.js', 'kem.js', 'pkcs1.js', 'rsa.js'];

/** The earlier release has a function for each part. */
const parts = Object.fromEntries(
  readdirSync(pathIn('node-forge-with-tests', 'js')).map((file) => {
    const part = basename(file, '.js');
    return [`../../js/${part}`, () => forge[part]];
  }),
);

describe('its own tests', () => {
  for (const file of FILES)
    describe(file, () => runMochaFile(pathIn('node-forge-with-tests', `nodejs/test/${file}`), parts));
});

const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
const withoutPrimes = forge.pki.rsa.setPrivateKey(privateKey.n, privateKey.e, privateKey.d);

test('signatures are the same, and node:crypto verifies them', async () => {
  const sign = (key) => key.sign(forge.md.sha256.create().update('powmod'));
  await bothWays(() => [sign(privateKey), sign(withoutPrimes)]);
  const signature = sign(privateKey);
  assert.ok(publicKey.verify(forge.md.sha256.create().update('powmod').digest().bytes(), signature));
  const pem = createPublicKey(forge.pki.publicKeyToPem(publicKey));
  assert.ok(verify('sha256', Buffer.from('powmod'), pem, Buffer.from(signature, 'binary')));
});

test('what it encrypts, node:crypto decrypts; what it encrypted, it decrypts in the same way', async () => {
  const encrypted = publicKey.encrypt('powmod', 'RSA-OAEP');
  await bothWays(() => [privateKey.decrypt(encrypted, 'RSA-OAEP'), withoutPrimes.decrypt(encrypted, 'RSA-OAEP')]);
  const key = createPrivateKey(forge.pki.privateKeyToPem(privateKey));
  assert.equal(privateDecrypt(key, Buffer.from(encrypted, 'binary')).toString(), 'powmod');
});

provesWork(count);
