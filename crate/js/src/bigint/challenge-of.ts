import { notLoaded } from '../kernels/kernel.js';
import { type ProofClaim, type ProofFile, readProofFields } from '../vdf/proof-file.js';
import { challengeMessage } from './hashes.js';

/**
 * The challenge of a Wesolowski proof of the profile `powmod-v1`: the first prime among the candidates that its claim
 * gives, and the index of that candidate. A contract is told the index, so that it tests one candidate alone. The first
 * call loads the hashes: pages that verify load no byte of them. Time depends on all arguments: not for secrets.
 *
 * @throws MalformedProofError and TypeError as `readProof`; TypeError if the proof has another scheme.
 *
 * @example
 * ```ts
 * import { challengeOf } from 'powmod';
 * const { prime, index } = await challengeOf(proof);
 * index; // 69
 * prime >> 255n; // 1n
 * ```
 */
export async function challengeOf(
  proof: ProofFile | ProofClaim | string | Uint8Array,
): Promise<{ prime: bigint; index: number }> {
  const fields = readProofFields(proof);
  const { plainHashes } = await import('./plain-hashes.js').catch((cause) => {
    throw notLoaded('bigint', cause);
  });
  if (fields.scheme !== 'wesolowski') throw new TypeError('proof: must be a Wesolowski proof');
  return plainHashes.challengeOf(plainHashes.sha256(...challengeMessage(fields)));
}
