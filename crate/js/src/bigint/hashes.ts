/** A hash of joined parts. */
export type Hash = (...parts: readonly Uint8Array[]) => Uint8Array;

/** The hashes of a transcript. A verifier works with any implementation of them. */
export interface Hashes {
  sha256: Hash;
  /** For the profile `tokamak` alone: only a verifier of other proofs can do without. */
  keccak256?: Hash;
}
