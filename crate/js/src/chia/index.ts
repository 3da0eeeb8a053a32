/**
 * The verification of Chia's delay proofs: Wesolowski's scheme in class groups, with proofs in segments. The first call
 * loads a module of its own, which other pages never load.
 *
 * @example
 * ```ts
 * import { verifyVdf } from 'powmod/chia';
 * import mainnet from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 *
 * await verifyVdf(mainnet); // true
 * ```
 * @module powmod/chia
 */

import { chiaVerify } from '../border/chia-operations.generated.js';
import { WasmInstance } from '../border/instance.js';
import { bytesToHex } from '../bytes.js';
import { MalformedProofError, orMalformed, partLoaded } from '../errors.js';
import { readArray } from '../input/reading.js';
import { variants } from '../kernels/chia.generated.js';
import { loadFirst } from '../kernels/choose.js';
import type { Call } from '../pool/calls/options.js';
import { ProgressMeter } from '../pool/calls/progress.js';
import { once } from '../runtime.js';
import { type CheckedOptions, type ChiaOptions, readChiaOptions } from './options.js';
import { type ChiaProof, checkChiaProofType, type FieldsOrError, readChiaProof } from './proof.js';

export { MalformedProofError, PowmodError, type PowmodErrorCode } from '../errors.js';
export type { CallOptions } from '../pool/calls/options.js';
export type { OnProgress, Progress } from '../pool/calls/progress.js';
export { type BlockProof, type BlockProofs, type IncompleteProof, readBlock } from './block.js';
export type { ChiaOptions } from './options.js';
export type { ChiaProof } from './proof.js';
export { readVdf } from './vdf.js';

/** The most proofs in one call. */
const MAX_PROOFS = 2 ** 20;

/** The longest time without a pause for the page. */
const BUSY_MS = 50;

/** The verifier of this thread. It remembers the discriminants of the last challenges. */
const load = /* @__PURE__ */ once(async () => {
  const { module, session } = await loadFirst(variants);
  return new WasmInstance(module, session);
});

/**
 * Whether a proof of Chia is valid, as Chia's consensus answers. The challenge and the iterations must be those that
 * the chain prescribes: compare them yourself. With `pool`, a worker does the work. Time depends on all arguments: not
 * for secrets.
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
  const [verdict] = await verdictsOn([readChiaProof(proof, 'proof')], checked);
  if (verdict instanceof MalformedProofError) throw verdict;
  return verdict as boolean;
}

/**
 * Verifies up to 2^20 proofs. The discriminant of each challenge is computed once. A malformed proof gives its error in
 * the list. With `pool`, the proofs are spread among its workers. Time depends on all arguments: not for secrets.
 *
 * @throws as {@link verifyVdf}, except for malformed proofs.
 *
 * @example
 * ```ts
 * import { verifyVdfs } from 'powmod/chia';
 * import { createPool } from 'powmod/pool';
 * import proof from 'powmod/examples/chia-mainnet.json' with { type: 'json' };
 * await verifyVdfs([proof, { ...proof, iterations: 1n }]); // [ true, false ]
 * const pool = await createPool({ workers: 2 });
 * const signal = AbortSignal.timeout(60_000);
 * await verifyVdfs([proof, proof], { pool, signal }); // [ true, true ]
 * await pool.close();
 * ```
 */
export async function verifyVdfs(
  proofs: readonly ChiaProof[],
  options?: ChiaOptions,
): Promise<(boolean | MalformedProofError)[]> {
  const checked = readChiaOptions(options);
  const list = readArray(proofs, 'proofs', 'proofs', MAX_PROOFS);
  list.forEach((proof, i) => {
    checkChiaProofType(proof, `proofs[${i}]`);
  });
  return verdictsOn(
    list.map((proof, i) => orMalformed(() => readChiaProof(proof, `proofs[${i}]`))),
    checked,
  );
}

/** The verdicts in the order of the proofs. */
async function verdictsOn(
  proofs: readonly FieldsOrError[],
  { options, call, pool }: ReturnType<typeof readChiaOptions>,
): Promise<(boolean | MalformedProofError)[]> {
  const groups = byChallenge(proofs);
  if (!pool) return verifyHere(proofs, groups.flat(), options, call);
  const { verifyInPool } = await partLoaded('the calls of pools', () => import('./in-pool.js'));
  return verifyInPool(pool, proofs, groups, options, call);
}

/** Verifies in this thread, in the order of `indices`. */
async function verifyHere(
  proofs: readonly FieldsOrError[],
  indices: readonly number[],
  options: CheckedOptions,
  { onProgress, signal }: Call,
): Promise<(boolean | MalformedProofError)[]> {
  const stopIfAborted = () => {
    if (signal?.aborted) throw signal.reason;
  };
  stopIfAborted();
  const meter = new ProgressMeter(onProgress);
  const verifier = await load();
  const verdicts = proofs.map((proof): boolean | MalformedProofError =>
    proof instanceof MalformedProofError ? proof : false,
  );
  let start = performance.now();
  let done = 0;
  for (const i of indices) {
    if (performance.now() - start > BUSY_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      start = performance.now();
    }
    stopIfAborted();
    meter.report(proofs.length - indices.length + done++, proofs.length);
    const proof = proofs[i] as Exclude<FieldsOrError, MalformedProofError>;
    verdicts[i] = orMalformed(() => verifier.call(chiaVerify, { proof, ...options }));
  }
  meter.finish(proofs.length);
  return verdicts;
}

/** The indices of the well-formed proofs, those of one challenge together: a verifier remembers the last challenges. */
function byChallenge(proofs: readonly FieldsOrError[]): number[][] {
  const groups = new Map<string, number[]>();
  proofs.forEach((proof, i) => {
    if (proof instanceof MalformedProofError) return;
    const key = bytesToHex(proof.challenge);
    const group = groups.get(key);
    if (group) group.push(i);
    else groups.set(key, [i]);
  });
  return [...groups.values()];
}
