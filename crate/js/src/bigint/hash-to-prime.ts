import { bytesToBigint } from '../bytes.js';
import type { Hash } from './hashes.js';
import { isProbablePrime } from './primality.js';

/**
 * The challenge prime of a seed of 32 bytes: the first probable prime among SHA-256(seed ‖ u32(i)), i = 0, 1, 2, …, with
 * bits 255 and 0 set. About one candidate in 89 is a prime.
 */
export function hashToPrime(seed: Uint8Array, sha256: Hash): bigint {
  const index = new DataView(new ArrayBuffer(4));
  for (let i = 0; ; i++) {
    index.setUint32(0, i);
    const candidate = sha256(seed, new Uint8Array(index.buffer));
    candidate[0] = (candidate[0] as number) | 0x80;
    candidate[31] = (candidate[31] as number) | 1;
    const n = bytesToBigint(candidate);
    if (isProbablePrime(n)) return n;
  }
}
