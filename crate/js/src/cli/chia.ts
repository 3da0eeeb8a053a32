/** Chia's proofs in files: a proof in a form that `readVdf` reads, or a block. */
import type { BlockProofs } from '../chia/block.js';
import { UsageError } from './command.js';
import { checkHex, MalformedProofError, readBlock, readVdf } from './package.js';

/** Fields of Chia's proofs that no other proof has. */
const OF_A_PROOF = ['vdf_info', 'vdf_proof', 'number_of_iterations', 'witness_type', 'witness', 'witnessType'];

/** The proofs in a value of JSON; `undefined` if it has none of Chia's forms. `name` is empty for a proof alone. */
export function readChiaFile(value: unknown): BlockProofs | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = { __proto__: null, ...value } as Record<string, unknown>;
  if ('block' in fields || 'reward_chain_block' in fields) return readBlock(value);
  if (!OF_A_PROOF.some((name) => name in fields)) return undefined;
  return { proofs: [{ name: '', proof: readVdf(value) }], incomplete: [] };
}

/** A challenge in hex, with or without `0x`. */
export function readChallenge(text: string, name: string): string {
  try {
    const digits = checkHex(text, name, 32);
    if (digits.length === 64) return digits;
  } catch (error) {
    if (!(error instanceof MalformedProofError)) throw error;
  }
  throw new UsageError(`${name} must be 32 bytes in hex`);
}
