// EMSA-PSS (RFC 8017, 9.1), with SHA-384 and with MGF1 on SHA-384.
import { concat, fourBytes } from './bytes.mjs';

export const HASH = 'SHA-384';
const HASH_LENGTH = 48;

/** EMSA-PSS-ENCODE: ⌈bits/8⌉ bytes, a number of at most `bits` bits. */
export async function encode(message, bits, salt) {
  const length = Math.ceil(bits / 8);
  if (length < HASH_LENGTH + salt.length + 2) throw new RangeError('encoding error');
  const digest = await hash(new Uint8Array(8), await hash(message), salt);
  const padding = new Uint8Array(length - HASH_LENGTH - salt.length - 2);
  const masked = await mask(concat(padding, Uint8Array.of(0x01), salt), digest);
  masked[0] &= 0xff >> (8 * length - bits);
  return concat(masked, digest, Uint8Array.of(0xbc));
}

/** EMSA-PSS-VERIFY: whether `encoded` is an encoding of the message. It is if its own salt gives the same bytes. */
export async function verify(message, encoded, bits, saltLength) {
  if (encoded.length < HASH_LENGTH + saltLength + 2) return false;
  const digest = encoded.subarray(-HASH_LENGTH - 1, -1);
  const unmasked = await mask(encoded.subarray(0, -HASH_LENGTH - 1), digest);
  const again = await encode(message, bits, unmasked.subarray(unmasked.length - saltLength));
  return again.every((byte, i) => byte === encoded[i]);
}

/** The bytes, XOR the mask that MGF1 makes of the seed. */
async function mask(bytes, seed) {
  const blocks = Array.from({ length: Math.ceil(bytes.length / HASH_LENGTH) }, (_, i) => hash(seed, fourBytes(i)));
  const stream = concat(...(await Promise.all(blocks)));
  return bytes.map((byte, i) => byte ^ stream[i]);
}

async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest(HASH, concat(...parts)));
}
