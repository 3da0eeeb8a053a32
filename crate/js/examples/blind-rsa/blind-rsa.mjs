// RSA blind signatures (RFC 9474): the signer signs a message that it cannot read. The client calls prepare, blind,
// finalize and verify, the server blindSign. A public key is { n, e }, a private key is
// { n, e, p, q, dp, dq, qInv }, all big-endian bytes. The errors are the RFC's; ERR_FAULT is its "signing failure".
import { blind, inverse, power, product, ready, sign } from './backend.mjs';
import { bitLength, concat, isBelow, random, randomBytes } from './bytes.mjs';
import { encode, verify as verifyEncoding } from './pss.mjs';

/** The variants of section 5. */
export const variants = {
  'RSABSSA-SHA384-PSS-Randomized': variant(48, 32),
  'RSABSSA-SHA384-PSSZERO-Randomized': variant(0, 32),
  'RSABSSA-SHA384-PSS-Deterministic': variant(48, 0),
  'RSABSSA-SHA384-PSSZERO-Deterministic': variant(0, 0),
};

function variant(saltLength, prefixLength) {
  /** Makes the message to sign, of which the server must not be able to guess anything. */
  const prepare = (message) => concat(randomBytes(prefixLength), message);

  /** `blindedMsg` goes to the server; `inv` stays secret. Only a test chooses the random numbers. */
  async function blindMessage(publicKey, message, { salt = randomBytes(saltLength), r = random(publicKey.n) } = {}) {
    await ready;
    const { n } = publicKey;
    const m = await encode(message, bitLength(n) - 1, salt);
    inverse(m, n, 'invalid input');
    return { blindedMsg: blind(m, r, publicKey), inv: inverse(r, n, 'blinding error') };
  }

  /** The signature, which is valid. */
  async function finalize(publicKey, message, blindSig, inv) {
    const { n } = publicKey;
    if (blindSig.length !== n.length || inv.length !== n.length) throw new RangeError('unexpected input size');
    await ready;
    const signature = product(blindSig, inv, n);
    if (!(await verify(publicKey, signature, message))) throw new Error('invalid signature');
    return signature;
  }

  /** RSASSA-PSS-VERIFY (RFC 8017, 8.1.2) */
  async function verify(publicKey, signature, message) {
    const { n } = publicKey;
    if (signature.length !== n.length || !isBelow(signature, n)) return false;
    const bits = bitLength(n) - 1;
    await ready;
    const encoded = power(signature, publicKey);
    const spare = n.length - Math.ceil(bits / 8); // one zero byte for a modulus of 8k + 1 bits
    if (encoded.subarray(0, spare).some((byte) => byte !== 0)) return false;
    return verifyEncoding(message, encoded.subarray(spare), bits, saltLength);
  }

  return { prepare, blind: blindMessage, blindSign, finalize, verify };
}

async function blindSign(privateKey, blindedMsg) {
  if (blindedMsg.length !== privateKey.n.length) throw new RangeError('unexpected input size');
  if (!isBelow(blindedMsg, privateKey.n)) throw new RangeError('message representative out of range');
  await ready;
  return sign(blindedMsg, privateKey);
}
