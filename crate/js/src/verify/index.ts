/**
 * Verification alone, for pages: the first verdict needs nothing but this entry's script. Its powers are native BigInt,
 * and its hashes are a small WebAssembly module in the script. The fastest kernel is loaded after the first verdict;
 * outside of pages at the second, so that nothing goes on after an answer.
 *
 * @example
 * ```ts
 * import { verify } from 'powmod/verify';
 *
 * await verify(proof, { expect: { modulus: 'RSA-2048' } }); // true
 * ```
 * @module powmod/verify
 */

import { startChallenge } from '../bigint/challenge.js';
import { Refused, verdictOf } from '../bigint/refused.js';
import { checkPrime, Verifier } from '../bigint/verifier.js';
import type { CheckedOptions } from '../border/powers-operations.generated.js';
import { publicError } from '../border/refusal.js';
import { fieldPath, type Verdict } from '../border/wire.js';
import { MalformedProofError, partLoaded } from '../errors.js';
import { here } from '../here.js';
import { DEFAULT_MAX_BITS, IntegerReader } from '../input/integers.js';
import { readParts } from '../input/lists.js';
import { startClock } from '../kernels/in-time.js';
import type { Kernel } from '../kernels/kernel.js';
import { builtin, globalOf, nextTask, once } from '../runtime.js';
import { type BatchOptions, readBatchOptions, readVerifyOptions, type VerifyOptions } from '../vdf/options.js';
import type { Proof, ProofClaim, ProofFile } from '../vdf/proof-file.js';
import { isWellFormed, mergeVerdicts, proofReader, readProofFor } from '../vdf/verify.js';
import type { Fast } from './fast.js';

export { MalformedProofError, PowmodError, type PowmodErrorCode } from '../errors.js';
export type { Integer } from '../input/integers.js';
export type { Kernel } from '../kernels/kernel.js';
export type { GroupName } from '../vdf/groups.js';
export type { BatchOptions, Expectation, VerifyOptions } from '../vdf/options.js';
export {
  type PietrzakProofFile,
  type Profile,
  type ProofClaim,
  type ProofFile,
  readProof,
  type Scheme,
  type WesolowskiProofFile,
} from '../vdf/proof-file.js';

/**
 * The kernel of the next verdict. It is `'bigint'` until the fastest kernel of the engine is ready, and stays so where
 * WebAssembly is missing or forbidden.
 */
export let kernel: Kernel = 'bigint';

/** The fastest kernel, once it is ready. */
let fast: Fast | undefined;
let loading: Promise<void> | undefined;
let hasAnswered = false;

/** Whether frames are painted here. The pages of test runners have Node's modules. */
const paints = globalOf('requestAnimationFrame') && !builtin('node:fs');

/** The longest wait for a frame. */
const NO_FRAME_MS = 1000;

const integers = new IntegerReader(DEFAULT_MAX_BITS);

const hashes = startChallenge();
/** The verifier that came with this script; undefined where its WebAssembly does not work. */
const first = hashes && new Verifier(hashes);
/** Gives the verifier whose hashes are plain JavaScript. */
const plain = /* @__PURE__ */ once(async () => {
  const { plainHashes } = await partLoaded('the hashes', () => import('../bigint/plain-hashes.js'));
  return new Verifier(plainHashes);
});

/**
 * Whether a proof of sequential squaring is valid: as `Powmod.verify`, with the default limits. The promise is rejected
 * with what `Powmod.verify` throws. Time depends on all arguments: not for secrets.
 *
 * @example
 * ```ts
 * import { verify } from 'powmod/verify';
 * await verify(proof, { expect: { modulus: 'RSA-2048', iterations: 2 ** 20 } }); // true
 * ```
 */
export async function verify(
  proof: ProofFile | ProofClaim | string | Uint8Array,
  options?: VerifyOptions,
): Promise<boolean> {
  const checked = readVerifyOptions(options, integers);
  const read = readProofFor(integers.maxBits, proof);
  if (!paints && hasAnswered) await load();
  const verdict = byFast(({ verdict }) => verdict(read, checked)) ?? (await verdictByBigint(read, checked));
  if (typeof verdict !== 'boolean') throw new MalformedProofError(verdict.field, verdict.reason);
  return verdict;
}

/**
 * Verifies any number of proofs, an array or another iterable: as `Powmod.verifyBatch`, with the default limits. Time
 * depends on all arguments: not for secrets.
 *
 * @example
 * ```ts
 * import { verifyBatch } from 'powmod/verify';
 * await verifyBatch([proof, { ...proof, output: proof.input }]); // [ true, false ]
 * ```
 */
export async function verifyBatch(
  proofs: Iterable<ProofFile | ProofClaim | string | Uint8Array> & object,
  options?: BatchOptions,
): Promise<(boolean | MalformedProofError)[]> {
  const { batch, options: checked } = readBatchOptions(options, integers);
  refuseByPublicError(() => checkPrime(checked));
  const verdicts: (boolean | MalformedProofError)[] = [];
  for (const { entries } of readParts(proofs, proofReader(integers.maxBits))) {
    const found = await verdictsOn(entries.filter(isWellFormed), checked, batch);
    for (const verdict of mergeVerdicts(entries, found)) verdicts.push(verdict);
  }
  return verdicts;
}

/** The verdict on each proof: by BigInt until the fastest kernel is ready. @throws the public errors of the options */
async function verdictsOn(proofs: readonly Proof[], options: CheckedOptions, batch: boolean): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  while (verdicts.length < proofs.length) {
    if (!paints && hasAnswered) await load();
    const rest = proofs.slice(verdicts.length);
    const found = byFast((kernel) => kernel.verdicts(rest, options, batch));
    verdicts.push(...(found ?? [await verdictByBigint(rest[0] as Proof, options)]));
    // The kernel that is being loaded gets its turn between two proofs.
    if (verdicts.length < proofs.length) await nextTask();
  }
  return verdicts;
}

/** The answer of the fastest kernel; undefined if it is not ready, or has failed for want of memory. */
function byFast<T>(ask: (fast: Fast) => T): T | undefined {
  try {
    return fast && ask(fast);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

async function verdictByBigint(proof: Proof, options: CheckedOptions): Promise<Verdict> {
  hasAnswered = true;
  if (paints) void load();
  const isFirst = first && options.expect.profile !== 'tokamak'; // whose hash it lacks
  const verifier = isFirst ? first : await plain();
  return refuseByPublicError(() => verdictOf(() => verifier.verify(proof, options)));
}

/** @throws the public error in place of a refusal */
function refuseByPublicError<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof Refused ? publicError(error.refusal, fieldPath) : error;
  }
}

/** Loads the fastest kernel, once. When the time for kernels is over, nobody waits, and loading goes on behind. */
function load(): Promise<void> {
  loading ??= (async () => {
    const clock = startClock();
    const loaded = loadFastest();
    await (clock ? Promise.race([loaded, clock.over]) : loaded);
    clock?.stop();
  })();
  return loading;
}

/** Takes the fastest kernel when it has come. A page paints its verdict first. */
async function loadFastest(): Promise<void> {
  if (paints) await nextFrame();
  try {
    const { loadFast } = await import('./fast.js');
    fast = await loadFast(!first, here);
    kernel = fast.name;
  } catch {} // BigInt goes on: no kernel works here, or none could be loaded.
}

/** Resolves after the next frame. A page that nobody sees has none. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, NO_FRAME_MS);
  });
}
