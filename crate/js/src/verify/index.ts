/**
 * Verification alone, for pages: the first verdict needs nothing but this entry's script. Its powers are native BigInt,
 * and its hashes are a small WebAssembly module in the script. The fastest kernel is loaded after the first verdict.
 */
import type { Hashes } from '../bigint/hashes.js';
import { Refused } from '../bigint/refused.js';
import { checkPrime, Verifier } from '../bigint/verifier.js';
import type { Instance } from '../border/instance.js';
import { type VerifyOptions as CheckedOptions, verify as verifyOperation } from '../border/operations.generated.js';
import { publicError } from '../border/refusal.js';
import type { Verdict } from '../border/wire.js';
import { MalformedProofError, messageOf, PowmodError } from '../errors.js';
import { DEFAULT_MAX_BITS, IntegerReader } from '../input/integers.js';
import type { Kernel } from '../kernels/kernel.js';
import { type BatchOptions, readBatchOptions, readVerifyOptions, type VerifyOptions } from '../vdf/options.js';
import type { Proof, ProofClaim, ProofFile } from '../vdf/proof-file.js';
import {
  isWellFormed,
  mergeVerdicts,
  readProofFor,
  readProofList,
  readProofOrError,
  verifyInCalls,
} from '../vdf/verify.js';
import { startChallenge } from './challenge.js';

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
let fast: Instance | undefined;
let isLoading = false;

const integers = new IntegerReader(DEFAULT_MAX_BITS);

/** The verifier that came with this script; undefined where its hashes do not work. */
let first = verifierOf(startChallenge());
/** The verifier whose hashes are plain JavaScript, which is loaded when it is needed. */
let plain: Promise<Verifier> | undefined;

function verifierOf(hashes: Hashes | undefined): Verifier | undefined {
  return hashes && new Verifier(hashes);
}

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
  const given = {
    options: readVerifyOptions(options, integers),
    proof: readProofFor(integers.maxBits, proof),
  };
  if (fast) return fast.call(verifyOperation, given);
  try {
    return await verifyInBigint(given.proof, given.options);
  } finally {
    loadSoon();
  }
}

/**
 * Verifies up to 2^20 proofs: as `Powmod.verifyBatch`, with the default limits. Time depends on all arguments: not for
 * secrets.
 *
 * @example
 * ```ts
 * import { verifyBatch } from 'powmod/verify';
 * await verifyBatch([proof, { ...proof, output: proof.input }]); // [ true, false ]
 * ```
 */
export async function verifyBatch(
  proofs: readonly (ProofFile | ProofClaim | string | Uint8Array)[],
  options?: BatchOptions,
): Promise<(boolean | MalformedProofError)[]> {
  const { batch, options: checked } = readBatchOptions(options, integers);
  const read = readProofList(proofs).map((proof) => readProofOrError(integers.maxBits, proof));
  const wellFormed = read.filter(isWellFormed);
  const verdicts: Verdict[] = [];
  orPublicError(() => checkPrime(checked));
  loadSoon();
  while (!fast && verdicts.length < wellFormed.length) {
    verdicts.push(await verdictInBigint(wellFormed[verdicts.length] as Proof, checked));
    // The kernel that is being loaded gets its turn between two proofs.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (fast) verdicts.push(...verifyInCalls(fast, wellFormed.slice(verdicts.length), checked, batch));
  return mergeVerdicts(read, verdicts);
}

/** The verdict by BigInt. @throws the public errors */
async function verifyInBigint(proof: Proof, options: CheckedOptions): Promise<boolean> {
  if (first && proof.profile !== 'tokamak') {
    try {
      return first.verify(proof, options);
    } catch (error) {
      if (error instanceof Refused) throw publicError(error.refusal);
      first = undefined; // Its WebAssembly has failed: the memory is exhausted.
    }
  }
  plain ??= loadPlain();
  const verifier = await plain;
  return orPublicError(() => verifier.verify(proof, options));
}

/** The same as a verdict in a list. @throws the public errors of the options */
async function verdictInBigint(proof: Proof, options: CheckedOptions): Promise<Verdict> {
  try {
    return await verifyInBigint(proof, options);
  } catch (error) {
    if (error instanceof MalformedProofError) return { field: error.field, reason: error.reason };
    throw error;
  }
}

function orPublicError<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof Refused ? publicError(error.refusal) : error;
  }
}

async function loadPlain(): Promise<Verifier> {
  try {
    const { plainHashes } = await import('../bigint/plain-hashes.js');
    return new Verifier(plainHashes);
  } catch (cause) {
    plain = undefined;
    throw new PowmodError('ERR_LOAD', `the hashes could not be loaded: ${messageOf(cause)}`, { cause });
  }
}

/** Loads the fastest kernel, once, after the code that runs now. A script that ends before does not wait for it. */
function loadSoon(): void {
  if (isLoading) return;
  isLoading = true;
  const timer: unknown = setTimeout(async () => {
    try {
      const { loadFast } = await import('./fast.js');
      const { name, instance } = await loadFast();
      [kernel, fast] = [name, instance];
    } catch {} // BigInt goes on: no kernel works here, or none could be loaded.
  });
  (timer as { unref?: () => void }).unref?.();
}
