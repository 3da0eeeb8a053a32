/**
 * Verification of Chia's delay proofs: Wesolowski's scheme in class groups, with proofs in segments. The first call loads
 * a module of its own; other pages never load it.
 */
import { WasmInstance } from '../border/instance.js';
import { chiaVerify, type ChiaProof as Fields } from '../border/operations.generated.js';
import { bytesToHex } from '../bytes.js';
import { MalformedProofError } from '../errors.js';
import { readArray, readCount, readFlag, readOptional } from '../input/reading.js';
import { variants } from '../kernels/chia.generated.js';
import { loadFirst } from '../kernels/working.js';
import { type ChiaProof, checkChiaProofType, readChiaProof } from './proof.js';

export { MalformedProofError, PowmodError, type PowmodErrorCode } from '../errors.js';
export { type BlockProof, type BlockProofs, type IncompleteProof, readBlock } from './block.js';
export type { ChiaProof } from './proof.js';
export { readVdf } from './vdf.js';

export interface ChiaOptions {
  /** Refuse encodings whose b is too long, which consensus takes. Default `false`. */
  strict?: boolean;
  /**
   * The length of the discriminant in bits: a multiple of 8 from 16 to 1024. Default: 1024, as on mainnet, for challenges
   * of 32 bytes. If it is given, a challenge may have 2 to 1024 bytes.
   */
  discriminantBits?: number;
}

/** The most proofs in one call. */
const MOST_PROOFS = 2 ** 20;

/** The longest time without a pause for the page. */
const BUSY_MS = 50;

/** The module at work. Its instance remembers the discriminants of the last challenges. */
let instance: Promise<WasmInstance> | undefined;

/**
 * Whether a proof of Chia is valid, as Chia's consensus answers. The challenge and the iterations must be those that the
 * chain prescribes: compare them yourself. Time depends on all arguments: not for secrets.
 *
 * @throws MalformedProofError with the wrong field; `witness[i]` is the segment i, from the first in time. TypeError or
 *   RangeError for a wrong option. PowmodError `ERR_KERNEL_UNAVAILABLE` where no WebAssembly can run, `ERR_LOAD` if it
 *   cannot be loaded.
 *
 * @example
 * ```ts
 * import { verifyVdf } from 'powmod/chia';
 * import proof from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 * await verifyVdf(proof); // true
 * await verifyVdf({ ...proof, iterations: proof.iterations + 1 }); // false
 * ```
 */
export async function verifyVdf(proof: ChiaProof, options?: ChiaOptions): Promise<boolean> {
  const checked = readChiaOptions(options);
  const fields = readChiaProof(proof, 'proof');
  return (await load()).call(chiaVerify, { proof: fields, ...checked });
}

/**
 * Verifies up to 2^20 proofs. The discriminant of each challenge is computed once. A malformed proof gives its error in
 * the list. Time depends on all arguments: not for secrets.
 *
 * @throws as {@link verifyVdf}, except for malformed proofs.
 *
 * @example
 * ```ts
 * import { verifyVdfs } from 'powmod/chia';
 * import proof from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 * await verifyVdfs([proof, { ...proof, iterations: 1n }]); // [ true, false ]
 * ```
 */
export async function verifyVdfs(
  proofs: readonly ChiaProof[],
  options?: ChiaOptions,
): Promise<(boolean | MalformedProofError)[]> {
  const checked = readChiaOptions(options);
  const list = readArray(proofs, 'proofs', 'proofs', MOST_PROOFS);
  for (const [i, proof] of list.entries()) checkChiaProofType(proof, `proofs[${i}]`);
  const read = list.map((proof, i) => orMalformed(() => readChiaProof(proof, `proofs[${i}]`)));
  const verifier = await load();
  const verdicts: (boolean | MalformedProofError)[] = [];
  let start = performance.now();
  for (const i of byChallenge(read)) {
    if (performance.now() - start > BUSY_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      start = performance.now();
    }
    const proof = read[i] as Fields | MalformedProofError;
    verdicts[i] =
      proof instanceof MalformedProofError
        ? proof
        : orMalformed(() => verifier.call(chiaVerify, { proof, ...checked }));
  }
  return verdicts;
}

/** The indices of a list, those of one challenge together: the verifier remembers only the last challenges. */
function byChallenge(proofs: readonly (Fields | MalformedProofError)[]): number[] {
  const groups = new Map<string, number[]>();
  for (const [i, proof] of proofs.entries()) {
    const key = proof instanceof MalformedProofError ? '' : bytesToHex(proof.challenge);
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  }
  return [...groups.values()].flat();
}

/** The result, or the error of a malformed proof. */
function orMalformed<T>(compute: () => T): T | MalformedProofError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof MalformedProofError) return error;
    throw error;
  }
}

function readChiaOptions(value: unknown): { strict: boolean; discriminantBits: number | undefined } {
  const { strict, discriminantBits } = readOptional(value, 'options', ['strict', 'discriminantBits']);
  const bits =
    discriminantBits === undefined ? undefined : readCount(discriminantBits, 'options.discriminantBits', 16, 1024);
  if (bits !== undefined && bits % 8 !== 0) throw new RangeError('options.discriminantBits: must be a multiple of 8');
  return { strict: readFlag(strict, 'options.strict'), discriminantBits: bits };
}

/** The verifier, loaded at the first call. A failed attempt is made again by the next call. */
function load(): Promise<WasmInstance> {
  instance ??= start().catch((error) => {
    instance = undefined;
    throw error;
  });
  return instance;
}

async function start(): Promise<WasmInstance> {
  const { module, session } = await loadFirst(variants);
  return new WasmInstance(module, session);
}
