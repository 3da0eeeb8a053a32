/**
 * The package in one file, without `import()` and without a kernel in it: for module service workers, extensions of
 * browsers, and programs in a single file. BigInt computes at once; a kernel comes from the bytes that you have.
 *
 * The file `powmod/kernels/NAME.wasm` has the bytes of the kernel NAME. Errors are not instances of the classes of
 * `powmod`: tell them by `code`.
 *
 * @example
 * ```ts
 * import { initSync, verify } from 'powmod/static';
 * initSync().modPow(2n, 10n, 1000n); // 24n
 * await verify(proof); // true
 * ```
 * @module powmod/static
 */

import { loadBigintSync as bigint } from './bigint/at-once.js';
import { plainHashes } from './bigint/plain-hashes.js';
import { whole } from './init.js';
import { type InitSyncOptions, type SyncWasmProvider, startSync } from './init-sync.js';
import { notLoaded } from './kernels/kernel.js';
import type { Powmod } from './powmod.js';
import { apiOf, ofBigint, readInitOptions } from './start.js';
import type { VerifyOptions } from './vdf/options.js';
import type { ProofClaim, ProofFile } from './vdf/proof-file.js';

export { MalformedProofError, PowmodError, type PowmodErrorCode } from './errors.js';
export { choice, type FunctionsChoice, modPow, modPow2, ready } from './first/functions.js';
export type { InitSyncOptions, SyncWasmProvider } from './init-sync.js';
export type { Integer } from './input/integers.js';
export type { Kernel, KernelChoice, WasmKernel } from './kernels/kernel.js';
export type { Powers } from './powers.js';
export type { Powmod } from './powmod.js';
export type { VerifyOptions } from './vdf/options.js';
export { type ProofClaim, type ProofFile, readProof } from './vdf/proof-file.js';

/**
 * As `initSync` of `powmod`, with the kernel that `options.wasm` gives. Without `options.wasm` it is the kernel
 * `bigint`.
 *
 * @throws PowmodError `ERR_KERNEL_UNAVAILABLE` if the engine does not run the kernel correctly; `ERR_LOAD` if its bytes
 *   are not those of the package. TypeError or RangeError for a wrong option.
 *
 * @example
 * ```ts
 * import { initSync } from 'powmod/static';
 * import { readFileSync } from 'node:fs';
 * const bytes = readFileSync(new URL(import.meta.resolve('powmod/kernels/scalar.wasm')));
 * initSync({ kernel: 'scalar', wasm: () => bytes }).modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export function initSync(options: InitSyncOptions = {}): Powmod {
  const read = readInitOptions<SyncWasmProvider>(options);
  if (!read.provider && !read.isNamed)
    return apiOf(whole, read.integers, ofBigint(bigint(), 'options.wasm gives no kernel', read.allowVariableTime));
  return startSync(read, whole, {
    load({ name }) {
      throw notLoaded(name, 'powmod/static has no kernel: give options.wasm');
    },
    bigint,
    sha256: plainHashes.sha256,
  });
}

let verifier: Powmod | undefined;

/**
 * Whether a proof of sequential squaring is valid: as `verify` of `powmod/verify`, by BigInt. For many proofs take
 * `initSync` with a kernel. Time depends on all arguments: not for secrets.
 *
 * @example
 * ```ts
 * import { verify } from 'powmod/static';
 * await verify(proof, { expect: { modulus: 'RSA-2048', iterations: 2 ** 20 } }); // true
 * ```
 */
export async function verify(
  proof: ProofFile | ProofClaim | string | Uint8Array,
  options?: VerifyOptions,
): Promise<boolean> {
  verifier ??= initSync();
  return verifier.verify(proof, options);
}
