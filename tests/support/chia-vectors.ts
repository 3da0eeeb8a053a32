// A proof of Chia's mainnet, and the proofs among the outside vectors.
import type { ChiaProof } from 'powmod/chia';
import { example } from './package.ts';

/** A proof of mainnet, of one segment and a last part. */
export const mainnet: Record<'challenge' | 'output' | 'witness', string> & { iterations: number; witnessType: number } =
  example('chia-mainnet');

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
