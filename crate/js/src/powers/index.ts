/**
 * Powers, products, inverses, tables and secret powers alone: as `powmod`, without the verification of delay proofs,
 * primes and RSA keys. A page loads fewer bytes. Where a page has called `init` of `powmod` before, both take the
 * same kernel.
 *
 * @example
 * ```ts
 * import { init } from 'powmod/powers';
 *
 * const pm = await init();
 * pm.modPow(3n, 65537n, 1000003n); // 486750n
 * ```
 * @module powmod/powers
 */

import { loadBigintPowers, loadBigintPowersSync } from '../bigint/load.js';
import { type InitSyncOptions, inPackage, startSync } from '../init-sync.js';
import type { Powers } from '../powers.js';
import { type InitOptions, readInitOptions, start } from '../start.js';
import { powers } from './entry.js';

export type { ModexpOptions } from '../arithmetic/modexp.js';
export type { Modulus } from '../arithmetic/modulus.js';
export type { FixedBase, FixedBaseOptions, Tables, TablesOptions } from '../arithmetic/tables.js';
export { PowmodError, type PowmodErrorCode } from '../errors.js';
export type { InitSyncOptions, SyncWasmProvider } from '../init-sync.js';
export { fromBase64Url, fromHex, toBase64Url, toBigint, toBytes, toHex } from '../input/convert.js';
export type { Integer } from '../input/integers.js';
export type { Result, ResultOptions } from '../input/options.js';
export type { SecretOptions } from '../input/secrets.js';
export type { Kernel, KernelChoice, WasmKernel, WasmModule, WasmProvider, WasmSource } from '../kernels/kernel.js';
export type { Powers } from '../powers.js';
export type { InitOptions } from '../start.js';

/**
 * Loads a kernel and makes an instance of it: as `init` of `powmod`, with powers alone. A provider gives the complete
 * module.
 *
 * @throws PowmodError, TypeError or RangeError as `init` of `powmod`.
 *
 * @example
 * ```ts
 * import { init } from 'powmod/powers';
 * const pm = await init({ maxBits: 4096 });
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export function init(options: InitOptions = {}): Promise<Powers> {
  return start(options, powers, loadBigintPowers);
}

/**
 * As `init`, but synchronous: see `initSync` of `powmod`.
 *
 * @throws PowmodError, TypeError or RangeError as `initSync` of `powmod`.
 *
 * @example
 * ```ts
 * import { initSync } from 'powmod/powers';
 * const pm = initSync();
 * pm.modPow(2n, 10n, 1000n); // 24n
 * ```
 */
export function initSync(options: InitSyncOptions = {}): Powers {
  return startSync(readInitOptions(options), powers, { ...inPackage, bigint: loadBigintPowersSync });
}
