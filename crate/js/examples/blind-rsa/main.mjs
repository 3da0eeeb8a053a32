// Blind signatures, without and with public metadata. This program plays client and server.
import { init, toBytes } from 'powmod';
import { keyOfSafePrimes } from './backend.mjs';
import { variants } from './blind-rsa.mjs';
import { ascii, keyOfJwk } from './bytes.mjs';
import { variants as partialVariants } from './partially-blind-rsa.mjs';

const message = ascii('a ballot');

// RFC 9474. WebCrypto makes the server's key, and it verifies the signature, an ordinary one of RSA-PSS.
const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
const keys = await crypto.subtle.generateKey(
  { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
  true,
  ['sign', 'verify'],
);
const publicKey = keyOfJwk(await crypto.subtle.exportKey('jwk', keys.publicKey));
const privateKey = keyOfJwk(await crypto.subtle.exportKey('jwk', keys.privateKey));

const suite = variants['RSABSSA-SHA384-PSS-Randomized'];
const prepared = suite.prepare(message);
const { blindedMsg, inv } = await suite.blind(publicKey, prepared);
const blindSig = await suite.blindSign(privateKey, blindedMsg); // on the server
const signature = await suite.finalize(publicKey, prepared, blindSig, inv);
const isValid = await crypto.subtle.verify({ ...algorithm, saltLength: 48 }, keys.publicKey, signature, prepared);
console.log(`WebCrypto says that the signature is ${isValid ? 'valid' : 'invalid'}`);

// With metadata. The key is short because safe primes take long to find: in earnest give primes 1024 bits or more.
const info = ascii('valid until 2030');
const pm = await init();
const safePrime = () => toBytes(pm.randomPrime(512, { safe: true }));
const partialKey = await keyOfSafePrimes(safePrime(), safePrime());
const partial = partialVariants['RSAPBSSA-SHA384-PSS-Randomized'];
const blinded = await partial.blind(partialKey, prepared, info);
const partiallyBlindSig = await partial.blindSign(partialKey, blinded.blindedMsg, info); // on the server
const boundSignature = await partial.finalize(partialKey, prepared, info, partiallyBlindSig, blinded.inv);
for (const claimed of ['valid until 2030', 'valid until 2031']) {
  const isBound = await partial.verify(partialKey, boundSignature, prepared, ascii(claimed));
  console.log(`“${claimed}”: ${isBound ? 'valid' : 'invalid'}`);
}
