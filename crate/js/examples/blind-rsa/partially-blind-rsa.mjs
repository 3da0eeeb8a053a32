// Partially blind RSA signatures (draft-amjad-cfrg-partially-blind-rsa): client and server agree on public metadata,
// `info`, which the signature binds. A public exponent half as long as n is derived from it. The rest is RFC 9474.
// The primes of a key must be safe, so that each exponent has an inverse: see keyOfSafePrimes, backend.mjs.
import { ready, withExponent } from './backend.mjs';
import { variants as blindVariants } from './blind-rsa.mjs';
import { ascii, concat, fourBytes } from './bytes.mjs';
import { HASH } from './pss.mjs';

/** RSAPBSSA-SHA384-PSS-Randomized and so on. The calls take `info` after the message. */
export const variants = Object.fromEntries(
  Object.entries(blindVariants).map(([name, inner]) => [name.replace('RSABSSA', 'RSAPBSSA'), withMetadata(inner)]),
);

function withMetadata(inner) {
  return {
    prepare: inner.prepare,
    blind: async (publicKey, message, info, randomNumbers) =>
      inner.blind(await derivePublicKey(publicKey, info), bound(message, info), randomNumbers),
    blindSign: async (privateKey, blindedMsg, info) =>
      inner.blindSign(await derivePrivateKey(privateKey, info), blindedMsg),
    finalize: async (publicKey, message, info, blindSig, inv) =>
      inner.finalize(await derivePublicKey(publicKey, info), bound(message, info), blindSig, inv),
    verify: async (publicKey, signature, message, info) =>
      inner.verify(await derivePublicKey(publicKey, info), signature, bound(message, info)),
  };
}

/** The message that is signed. */
const bound = (message, info) => concat(ascii('msg'), fourBytes(info.length), info, message);

/** DerivePublicKey */
export async function derivePublicKey({ n }, info) {
  if (n.length & (n.length - 1)) throw new RangeError('n: its length in bytes must be a power of 2');
  const half = n.length / 2;
  const input = concat(ascii('key'), info, Uint8Array.of(0));
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const hkdf = { name: 'HKDF', hash: HASH, salt: n, info: ascii('PBRSA') };
  const expanded = new Uint8Array(await crypto.subtle.deriveBits(hkdf, key, 8 * (half + 16)));
  const e = expanded.slice(0, half);
  e[0] &= 0x3f;
  e[half - 1] |= 0x01;
  return { n, e };
}

/** DeriveKeyPair */
export async function derivePrivateKey(privateKey, info) {
  const { e } = await derivePublicKey(privateKey, info);
  await ready;
  return withExponent(privateKey, e);
}
