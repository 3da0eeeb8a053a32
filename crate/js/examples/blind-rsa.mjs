// A blind signature (Chaum): the signer signs a message that it cannot read. The result is an ordinary RSA signature, here
// RSASSA-PKCS1-v1_5 with SHA-256. Powers of secrets are computed in constant time. For real use follow RFC 9474.
import { init } from 'powmod';

const pm = await init();
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

// WebCrypto makes the signer's key. The JWK has its parts.
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

// The user hides the encoded message m as m · r^e. r is random. Its first byte is zero, so r is below N.
const message = new TextEncoder().encode('a ballot');
const r = crypto.getRandomValues(new Uint8Array(N.length)).fill(0, 0, 1);
const blinding = pm.modPowSecret(r, e, N, { exponentBits: 8 * e.length });
const blinded = pm.modMul(await encode(message), blinding, N, { as: 'bytes' });

// The signer raises it to the power d, by the Chinese remainder theorem. powmod checks the result, so a fault cannot leak
// the key.
const blindSignature = pm.modPowCrt(blinded, { p, q, dp, dq, qInv: qi, e });

// The user divides by r. Inversion is not constant-time, so the user inverts r · s, with another random number s, and
// multiplies by s.
const s = crypto.getRandomValues(new Uint8Array(N.length)).fill(0, 0, 1);
const inverse = pm.modMul(s, pm.modInv(pm.modMul(r, s, N), N), N);
const signature = pm.modMul(blindSignature, inverse, N, { as: 'bytes' });

console.log(
  `WebCrypto says that the signature is ${(await crypto.subtle.verify(algorithm, keys.publicKey, signature, message)) ? 'valid' : 'invalid'}`,
);

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2): 00 01 FF … FF 00, the DER prefix of a SHA-256 digest, the digest. */
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
