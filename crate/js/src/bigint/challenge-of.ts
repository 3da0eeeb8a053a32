import { partLoaded } from '../errors.js';
import { halved } from '../vdf/claim.js';
import type { Halving } from '../vdf/options.js';
import { type ProofClaim, type ProofFile, readProofFields } from '../vdf/proof-file.js';
import { powerTimes } from './arithmetic.js';
import { challengeMessage, challengeOfHalving } from './hashes.js';

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
  const hashes = await loadHashes();
  if (fields.scheme !== 'wesolowski') throw new TypeError('proof: must be a Wesolowski proof');
  return hashes.challengeOf(hashes.sha256(...challengeMessage(fields)));
}

/**
 * The challenges of the halvings of a Pietrzak proof, in the transcript of its profile. Whether the proof holds, they
 * do not say. Time depends on all arguments: not for secrets.
 *
 * @throws MalformedProofError and TypeError as `readProof`; TypeError if the proof has another scheme.
 *
 * @example
 * ```ts
 * import { challengesOf } from 'powmod';
 * import pietrzak from 'powmod/examples/pietrzak-rsa2048.json' with { type: 'json' };
 * const challenges = await challengesOf(pietrzak);
 * challenges.length === pietrzak.proof.length; // true
 * ```
 */
export async function challengesOf(proof: ProofFile | ProofClaim | string | Uint8Array): Promise<bigint[]> {
  const fields = readProofFields(proof);
  const hashes = await loadHashes();
  if (fields.scheme !== 'pietrzak') throw new TypeError('proof: must be a Pietrzak proof');
  const challenges: bigint[] = [];
  const challengeOf = challengeOfHalving(hashes, fields.profile);
  const challenge = (halving: Halving) => {
    const r = challengeOf(halving);
    challenges.push(r);
    return r;
  };
  halved(fields, challenge, powerTimes);
  return challenges;
}

async function loadHashes() {
  return (await partLoaded('the hashes', () => import('./plain-hashes.js'))).plainHashes;
}
