import type { Proof } from '../border/powers-operations.generated.js';
import type { Profile } from '../border/types.generated.js';
import { asciiToBytes, bigintToBytes, bytesToBigint } from '../bytes.js';
import type { Halving } from '../vdf/options.js';

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

/** The challenge of a halving in a profile. */
export function challengeOfHalving(hashes: Hashes, profile: Profile): (halving: Halving) => bigint {
  return ({ modulus, input, output, midpoint, iterations }) => {
    const hash =
      profile === 'tokamak'
        ? (hashes.keccak256 as Hash)(...[input, output, midpoint].map(inWords))
        : hashes.sha256(asciiToBytes('powmod-v1:pietrzak'), modulus, input, output, midpoint, u64(iterations));
    return bytesToBigint(hash.subarray(0, 16));
  };
}

/** A number in the transcript of `tokamak`: in the fewest words of 32 bytes. */
function inWords(number: Uint8Array): Uint8Array {
  const z = bytesToBigint(number);
  return bigintToBytes(z, 32 * Math.ceil(z.toString(16).length / 64));
}

/** A count as 8 big-endian bytes. */
function u64(count: number): Uint8Array {
  return bigintToBytes(BigInt(count), 8);
}
