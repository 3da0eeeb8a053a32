/** The hashes in plain JavaScript. Only this file calls the hashing library. */
import { _SHA256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Hashes } from './hashes.js';

export const plainHashes: Required<Hashes> = { sha256, keccak256 };

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
