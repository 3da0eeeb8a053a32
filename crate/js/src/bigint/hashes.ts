/** The hashes of a transcript. A verifier works with any implementation of them. */
export interface Hashes {
  /** SHA-256 of the joined parts. */
  sha256(...parts: readonly Uint8Array[]): Uint8Array;
  /** Keccak-256 of the joined parts, for the profile `tokamak` alone. */
  keccak256(...parts: readonly Uint8Array[]): Uint8Array;
  /**
   * The challenge prime of a seed of 32 bytes: the first probable prime among SHA-256(seed ‖ u32(i)), i = 0, 1, 2, …,
   * with bits 255 and 0 set.
   */
  hashToPrime(seed: Uint8Array): bigint;
}
