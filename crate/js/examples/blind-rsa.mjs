// A blind signature (Chaum; RFC 9474 is the standard to follow): the signer signs what it cannot read, and the result is an
// ordinary RSA signature, here RSASSA-PKCS1-v1_5 with SHA-256. The powers of secrets are on powmod's secret path.
import { init } from 'powmod';

const pm = await init();
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

// The signer's key, made by WebCrypto and taken apart.
const keys = await crypto.subtle.generateKey(
  { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  true,
  ['sign', 'verify'],
);
const jwk = await crypto.subtle.exportKey('jwk', keys.privateKey);
const {
  n: N,
  e,
  p,
  q,
  dp,
  dq,
  qi,
} = Object.fromEntries(['n', 'e', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => [name, fromBase64Url(jwk[name])]));

// The user hides the encoded message m as m · r^e. r is random and below N, for its first byte is zero.
const message = new TextEncoder().encode('a ballot');
const r = crypto.getRandomValues(new Uint8Array(N.length)).fill(0, 0, 1);
const blinding = pm.modPowSecret(r, e, N, { exponentBits: 8 * e.length });
const blinded = pm.modMul(await encode(message), blinding, N, { as: 'bytes' });

// The signer raises it to d, by the Chinese remainder theorem; a fault would be found out.
const blindSignature = pm.modPowCrt(blinded, { p, q, dp, dq, qInv: qi, e });

// The user takes r away. Inversion is no secret path, so what is inverted is r times another random number.
const s = crypto.getRandomValues(new Uint8Array(N.length)).fill(0, 0, 1);
const inverse = pm.modMul(s, pm.modInv(pm.modMul(r, s, N), N), N);
const signature = pm.modMul(blindSignature, inverse, N, { as: 'bytes' });

console.log(
  `WebCrypto finds it ${(await crypto.subtle.verify(algorithm, keys.publicKey, signature, message)) ? 'valid' : 'invalid'}`,
);

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2): 00 01 FF … FF 00, what a SHA-256 digest is in DER, the digest. */
async function encode(message) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
  const der = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
  ];
  const encoded = new Uint8Array(N.length).fill(0xff);
  encoded.set([0x00, 0x01]);
  encoded.set([0x00, ...der, ...digest], N.length - digest.length - der.length - 1);
  return encoded;
}

function fromBase64Url(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
