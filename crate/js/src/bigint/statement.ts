/** The challenge of a Wesolowski statement, in a file of its own: only callers of `challengeOf` load it. */
import { bigintToBytes } from '../bytes.js';
import type { ProofClaim } from '../vdf/proof-file.js';
import type { plainHashes } from './plain-hashes.js';

export function challengeOfStatement(
  { scheme, modulus, bits, input, output, iterations }: ProofClaim,
  { sha256, challengeOf }: typeof plainHashes,
) {
  if (scheme !== 'wesolowski') throw new TypeError('proof: must be a Wesolowski proof');
  const tag = new TextEncoder().encode('powmod-v1:wesolowski');
  const numbers = [modulus, input, output].map((number) => bigintToBytes(number, Math.ceil(bits / 8)));
  return challengeOf(sha256(tag, ...numbers, bigintToBytes(BigInt(iterations), 8)));
}
