/** Keccak-256, for the profile `tokamak` alone. Only this file calls the hashing library for it. */
import { keccak_256 } from '@noble/hashes/sha3.js';

/** Keccak-256 of the joined parts. */
export function keccak256(...parts: readonly Uint8Array[]): Uint8Array {
  const state = keccak_256.create();
  for (const part of parts) state.update(part);
  return state.digest();
}
