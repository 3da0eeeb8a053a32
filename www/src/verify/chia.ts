// Verifies Chia's proofs, alone or in a block. `powmod/chia` and its WebAssembly are loaded for the first of them.
import type { BlockProofs, ChiaProof } from 'powmod/chia';
import { toFragment } from './fragment.ts';
import type { ChiaClaim, Verdict } from './messages.ts';

/** Names that Chia's files have and ours do not. */
const NAMES = [
  'vdf_info',
  'vdf_proof',
  'challenge',
  'number_of_iterations',
  'witness',
  'witness_type',
  'witnessType',
  'block',
  'reward_chain_block',
  'finished_sub_slots',
];

let isCold = true;

/** Whether a value of JSON is a proof or a block of Chia, or is meant as one. */
export function isOfChia(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('scheme' in value) && NAMES.some((name) => name in value);
}

/**
 * The verdict on the proof in a text, or on each proof of a block, of which there may be `most`; `value` is its JSON.
 */
export async function chiaVerdicts(text: string | Uint8Array, value: object, most: number): Promise<Verdict[]> {
  const { MalformedProofError, readBlock, readVdf, verifyVdf, verifyVdfs } = await import('powmod/chia');
  const malformed = (error: unknown): Verdict => {
    if (!(error instanceof MalformedProofError)) throw error;
    return { kind: 'malformed', field: error.field, reason: error.reason };
  };

  async function verdictOn(proof: ChiaProof): Promise<Verdict> {
    await verifyVdfs([]); // loads the module, whose time is not the proof's
    const start = performance.now();
    try {
      const isValid = await verifyVdf(proof);
      const ms = performance.now() - start;
      const time = { ms, isCold };
      isCold = false;
      // `readVdf` takes no number of JSON that is no safe integer, so this one is exact.
      const iterations = Number(proof.iterations);
      const fragment = await toFragment({ ...proof, iterations });
      return { kind: isValid ? 'valid' : 'invalid', claim: claimOf(proof), ...time, ...(fragment && { fragment }) };
    } catch (error) {
      return malformed(error);
    }
  }

  let found: BlockProofs;
  try {
    if (!isBlock(value)) return [await verdictOn(readVdf(text))];
    found = readBlock(text);
  } catch (error) {
    return [malformed(error)];
  }
  const { proofs, incomplete } = found;
  if (proofs.length > most) throw new Error(`it holds more than ${most} proofs`);
  const verdicts: Verdict[] = [];
  for (const { name, proof } of proofs) verdicts.push({ ...(await verdictOn(proof)), part: name });
  for (const { name, proof, needs } of incomplete)
    verdicts.push({ kind: 'incomplete', claim: claimOf(proof), needs, part: name });
  return verdicts;
}

function isBlock(value: object): boolean {
  return ['block', 'reward_chain_block', 'finished_sub_slots'].some((name) => name in value);
}

function claimOf({ challenge, output, iterations, witnessType }: ChiaProof): ChiaClaim {
  const numbers = { iterations: Number(iterations), segments: witnessType };
  return { challenge: `0x${challenge}`, output: `0x${output}`, ...numbers };
}
