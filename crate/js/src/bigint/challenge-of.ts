import { bigintToBytes } from '../bytes.js';
import { messageOf, PowmodError } from '../errors.js';
import { type ProofClaim, type ProofFile, readProof } from '../vdf/proof-file.js';

/**
 * The challenge of a Wesolowski proof of the profile `powmod-v1`: the first prime among the candidates that its claim
 * gives, and the index of that candidate. A contract is told the index, so that it tests one candidate alone. The first
 * call loads the hashes. Time depends on all arguments: not for secrets.
 *
 * @throws MalformedProofError and TypeError as {@link readProof}; TypeError if the proof has another scheme.
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
  const { scheme, modulus, bits, input, output, iterations } = readProof(proof);
  if (scheme !== 'wesolowski') throw new TypeError('proof: must be a Wesolowski proof');
  const hashes = await loadHashes();
  const tag = new TextEncoder().encode('powmod-v1:wesolowski');
  const numbers = [modulus, input, output].map((number) => bigintToBytes(number, Math.ceil(bits / 8)));
  return hashes.challengeOf(hashes.sha256(tag, ...numbers, bigintToBytes(BigInt(iterations), 8)));
}

async function loadHashes() {
  try {
    return (await import('./plain-hashes.js')).plainHashes;
  } catch (cause) {
    throw new PowmodError('ERR_LOAD', `the hashes could not be loaded: ${messageOf(cause)}`, { cause });
  }
}
