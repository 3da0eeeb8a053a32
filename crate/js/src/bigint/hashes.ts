import type { Proof } from '../border/powers-operations.generated.js';
import { asciiToBytes, bigintToBytes } from '../bytes.js';

/** A hash of joined parts. */
export type Hash = (...parts: readonly Uint8Array[]) => Uint8Array;

/** The hashes of a transcript. A verifier works with any implementation of them. */
export interface Hashes {
  sha256: Hash;
  /**
   * The challenge prime of a seed of 32 bytes: the first probable prime among SHA-256(seed ‖ u32(i)), i = 0, 1, 2, …,
   * with bits 255 and 0 set. About one candidate in 89 is a prime.
   */
  hashToPrime(seed: Uint8Array): bigint;
  /** For the profile `tokamak` alone: only a verifier of other proofs can do without. */
  keccak256?: Hash;
}

/** The parts of the message whose hash gives the challenge of a Wesolowski proof. */
export function challengeMessage({ modulus, input, output, iterations }: Proof): Uint8Array[] {
  return [asciiToBytes('powmod-v1:wesolowski'), modulus, input, output, u64(iterations)];
}

/** A count as 8 big-endian bytes. */
export function u64(count: number): Uint8Array {
  return bigintToBytes(BigInt(count), 8);
}
