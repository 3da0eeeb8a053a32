/** SHA-256. Only this file calls the hashing library for it. */
import { _SHA256 } from '@noble/hashes/sha2.js';

/** SHA-256 of the joined parts. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const state = new _SHA256();
  for (const part of parts) state.update(part);
  return state.digest();
}
