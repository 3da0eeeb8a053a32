/** The hashes in plain JavaScript. Only this file calls the hashing library. */
import { _SHA256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToBigint } from '../bytes.js';
import type { Hashes } from './hashes.js';
import { isProbablePrime } from './primality.js';

export const plainHashes: Required<Hashes> & { challengeOf: typeof challengeOf } = {
  sha256,
  keccak256,
  hashToPrime: (seed: Uint8Array) => challengeOf(seed).prime,
  challengeOf,
};

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  return digestOf(new _SHA256(), parts);
}

function keccak256(...parts: readonly Uint8Array[]): Uint8Array {
  return digestOf(keccak_256.create(), parts);
}

interface State {
  update(part: Uint8Array): unknown;
  digest(): Uint8Array;
}

function digestOf(state: State, parts: readonly Uint8Array[]): Uint8Array {
  for (const part of parts) state.update(part);
  return state.digest();
}

/** The challenge prime of a seed, and the index of that candidate: see {@link Hashes}. */
function challengeOf(seed: Uint8Array): { prime: bigint; index: number } {
  for (let index = 0; ; index++) {
    const candidate = sha256(seed, Uint8Array.of(index >> 24, index >> 16, index >> 8, index));
    candidate[0] = (candidate[0] as number) | 0x80;
    candidate[31] = (candidate[31] as number) | 1;
    const prime = bytesToBigint(candidate);
    if (isProbablePrime(prime)) return { prime, index };
  }
}
