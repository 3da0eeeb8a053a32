/** Reads the proofs of a block of Chia from the JSON of a node. */
import { readEntries } from '../vdf/fields.js';
import type { ChiaProof } from './proof.js';
import { readInfoAndProof, readJson, readRecord } from './vdf.js';

/** A proof of a block. */
export interface BlockProof {
  /** Where the block has it: `reward_chain_block.reward_chain_ip_vdf`. */
  name: string;
  /**
   * What `verifyVdf` takes. The challenge and the iterations are the block's own claim: compare them with the chain.
   */
  proof: ChiaProof;
}

/** A proof of a block that needs values of earlier blocks. */
export interface IncompleteProof extends BlockProof {
  /**
   * The fields of `proof` that the block does not have. `input` is the output of the same chain in an earlier block;
   * `iterations` are those since then, and `proof.iterations` are those since the start of the sub-slot.
   */
  needs: readonly ('input' | 'iterations')[];
}

/** The proofs of a block. */
export interface BlockProofs {
  /** Those that the block alone can check. */
  proofs: BlockProof[];
  /** Those that it cannot. */
  incomplete: IncompleteProof[];
}

/** The longest JSON of a block: room for its transactions too. */
const MAX_BLOCK_LENGTH = 2 ** 26;

/** The most finished sub-slots that a block may list. */
const MAX_SUB_SLOTS = 1024;

/** How a proof's input follows. */
type Chain = 'reward' | 'challenge' | 'infused';

/**
 * The proofs of a block: of a header block or of a full block, as a node's JSON gives it, alone or as the field `block`
 * of the answer to `get_block`. A proof of the reward chain and a proof that is normalized to the identity start from
 * the generator, so the block alone can check them. Nothing is computed here.
 *
 * @throws MalformedProofError with the wrong field of the block; TypeError if `block` is of another type.
 *
 * @example
 * ```ts
 * import { readBlock, verifyVdfs } from 'powmod/chia';
 * import proof from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 * const { challenge, iterations, output, witness, witnessType } = proof;
 * const vdf = { challenge, number_of_iterations: iterations, output: { data: output } };
 * const vdfProof = { witness_type: witnessType, witness, normalized_to_identity: false };
 * const block = {
 *   finished_sub_slots: [],
 *   reward_chain_block: { reward_chain_ip_vdf: vdf, challenge_chain_ip_vdf: vdf },
 *   reward_chain_ip_proof: vdfProof,
 *   challenge_chain_ip_proof: vdfProof,
 * };
 * const { proofs, incomplete } = readBlock(block);
 * proofs.map(({ name }) => name); // [ 'reward_chain_block.reward_chain_ip_vdf' ]
 * incomplete.map(({ name }) => name); // [ 'reward_chain_block.challenge_chain_ip_vdf' ]
 * incomplete[0]?.needs; // [ 'input', 'iterations' ]
 * await verifyVdfs(proofs.map(({ proof }) => proof)); // [ true ]
 * ```
 */
export function readBlock(block: object | string | Uint8Array): BlockProofs {
  const found: BlockProofs = { proofs: [], incomplete: [] };
  const names = [
    'finished_sub_slots',
    'reward_chain_block',
    'challenge_chain_sp_proof',
    'challenge_chain_ip_proof',
    'reward_chain_sp_proof',
    'reward_chain_ip_proof',
    'infused_challenge_chain_ip_proof',
  ] as const;
  const value = readJson(block, 'block', MAX_BLOCK_LENGTH);
  const { block: wrapped } = readRecord(value, 'file', '', ['block']);
  const fields = readRecord(wrapped === undefined ? value : wrapped, 'block', '', names);

  const slots = readEntries(fields.finished_sub_slots, 'finished_sub_slots', 'sub-slots', MAX_SUB_SLOTS);
  slots.forEach((slot, i) => {
    readSubSlot(slot, `finished_sub_slots[${i}]`, found);
  });

  const path = 'reward_chain_block';
  const vdfs = readRecord(fields.reward_chain_block, path, `${path}.`, [
    'challenge_chain_sp_vdf',
    'challenge_chain_ip_vdf',
    'reward_chain_sp_vdf',
    'reward_chain_ip_vdf',
    'infused_challenge_chain_ip_vdf',
  ]);
  const add = (chain: Chain, name: keyof typeof vdfs, proof: keyof typeof fields, isOptional = false) =>
    addProof(found, chain, [`${path}.${name}`, vdfs[name]], [proof, fields[proof]], isOptional);
  add('reward', 'reward_chain_sp_vdf', 'reward_chain_sp_proof', true);
  add('reward', 'reward_chain_ip_vdf', 'reward_chain_ip_proof');
  add('challenge', 'challenge_chain_sp_vdf', 'challenge_chain_sp_proof', true);
  add('challenge', 'challenge_chain_ip_vdf', 'challenge_chain_ip_proof');
  // Never normalized, and its iterations count from its input.
  add('infused', 'infused_challenge_chain_ip_vdf', 'infused_challenge_chain_ip_proof', true);
  return found;
}

/** The proofs of the ends of a sub-slot's chains. */
function readSubSlot(value: unknown, path: string, found: BlockProofs): void {
  const chains = ['challenge_chain', 'infused_challenge_chain', 'reward_chain'] as const;
  const slot = readRecord(value, path, `${path}.`, [...chains, 'proofs']);
  const proofs = readRecord(slot.proofs, `${path}.proofs`, `${path}.proofs.`, [
    'challenge_chain_slot_proof',
    'infused_challenge_chain_slot_proof',
    'reward_chain_slot_proof',
  ]);
  for (const chain of chains) {
    const vdf = chain === 'reward_chain' ? 'end_of_slot_vdf' : (`${chain}_end_of_slot_vdf` as const);
    const isOptional = chain === 'infused_challenge_chain';
    const isMissing = isOptional && isAbsent(slot[chain]);
    const at = `${path}.${chain}`;
    const info = isMissing ? undefined : readRecord(slot[chain], at, `${at}.`, [vdf])[vdf];
    const proof = `${chain}_slot_proof` as const;
    addProof(
      found,
      chain === 'reward_chain' ? 'reward' : 'challenge',
      [`${at}.${vdf}`, info],
      [`${path}.proofs.${proof}`, proofs[proof]],
      isOptional,
    );
  }
}

/** Adds a proof, made of a VDFInfo and a VDFProof, each with its path. An optional one may be null. */
function addProof(
  found: BlockProofs,
  chain: Chain,
  [name, info]: [string, unknown],
  [path, proof]: [string, unknown],
  isOptional: boolean,
): void {
  if (isOptional && isAbsent(info) && isAbsent(proof)) return;
  const { proof: read, isNormalized } = readInfoAndProof(info, name, proof, path);
  const entry: BlockProof = { name, proof: read };
  if (chain === 'reward' || (chain === 'challenge' && isNormalized)) found.proofs.push(entry);
  else found.incomplete.push({ ...entry, needs: chain === 'infused' ? ['input'] : ['input', 'iterations'] });
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
