// A proof of Chia's mainnet, and the proofs among the outside vectors.
import type { ChiaProof } from 'powmod/chia';
import { example } from './package.ts';

/** A proof of mainnet, of one segment and a last part. */
export const mainnet: Record<'challenge' | 'output' | 'witness', string> & { iterations: number; witnessType: number } =
  example('chia-mainnet');

/** A VDFInfo and a VDFProof, as a node gives them. */
export const info = (challenge = mainnet.challenge) => ({
  challenge,
  number_of_iterations: mainnet.iterations,
  output: { data: mainnet.output },
});

export const proofPart = (isNormalized = false) => ({
  witness_type: mainnet.witnessType,
  witness: mainnet.witness,
  normalized_to_identity: isNormalized,
});

/** A block in which each proof is that of mainnet. */
export const block = {
  finished_sub_slots: [
    {
      challenge_chain: { challenge_chain_end_of_slot_vdf: info(), subepoch_summary_hash: null },
      infused_challenge_chain: { infused_challenge_chain_end_of_slot_vdf: info() },
      reward_chain: { end_of_slot_vdf: info(), deficit: 4 },
      proofs: {
        challenge_chain_slot_proof: proofPart(true),
        infused_challenge_chain_slot_proof: proofPart(),
        reward_chain_slot_proof: proofPart(),
      },
    },
  ],
  reward_chain_block: {
    height: 1,
    challenge_chain_sp_vdf: info(),
    challenge_chain_ip_vdf: info(),
    reward_chain_sp_vdf: info(),
    reward_chain_ip_vdf: info(),
    infused_challenge_chain_ip_vdf: info(),
  },
  challenge_chain_sp_proof: proofPart(),
  challenge_chain_ip_proof: proofPart(true),
  reward_chain_sp_proof: proofPart(),
  reward_chain_ip_proof: proofPart(),
  infused_challenge_chain_ip_proof: proofPart(true),
  foliage: {},
};

/** A proof in proofs.json. */
export interface Case {
  name: string;
  challenge: string;
  bits: number;
  input: string;
  output: string;
  proof: string;
  depth: number;
  /** A string above 2^53. */
  iterations: number | string;
  class: 'valid' | 'invalid' | 'malformed';
}

export const proofOf = ({ challenge, iterations, input, output, proof, depth }: Case): ChiaProof => ({
  challenge,
  iterations: typeof iterations === 'string' ? BigInt(iterations) : iterations,
  input,
  output,
  witness: proof,
  witnessType: depth,
});
