/**
 * Modular exponentiation, and the verification of delay proofs. Start with {@link init}: its instance, a {@link
 * Powmod}, has the calls.
 *
 * @example
 * ```ts
 * import { init } from 'powmod';
 *
 * const pm = await init();
 * pm.modPow(3n, 65537n, 1000003n); // 486750n
 * ```
 * @module powmod
 */

export type { ModexpOptions } from './arithmetic/modexp.js';
export type { Modulus } from './arithmetic/modulus.js';
export type { PrimeOptions } from './arithmetic/primes.js';
export type {
  KeptRsaKey,
  NodeKeyObject,
  RsaExponents,
  RsaJwk,
  RsaPrimes,
  RsaPrivateKey,
  WebCryptoKey,
} from './arithmetic/rsa-key.js';
export type { FixedBase, FixedBaseOptions, Tables, TablesOptions } from './arithmetic/tables.js';
export { challengeOf, challengesOf } from './bigint/challenge-of.js';
export { MalformedProofError, PowmodError, type PowmodErrorCode } from './errors.js';
export { choice, type FunctionsChoice, modPow, modPow2, ready } from './first/functions.js';
export { init } from './init.js';
export { type InitSyncOptions, initSync, type SyncWasmProvider } from './init-sync.js';
export { fromBase64Url, fromHex, toBase64Url, toBigint, toBytes, toHex } from './input/convert.js';
export type { Integer } from './input/integers.js';
export type { Result, ResultOptions } from './input/options.js';
export type { SecretOptions } from './input/secrets.js';
export type { Kernel, KernelChoice, WasmKernel, WasmModule, WasmProvider, WasmSource } from './kernels/kernel.js';
export type { Powers } from './powers.js';
export type { Powmod } from './powmod.js';
export type { InitOptions } from './start.js';
export { type GroupName, groups } from './vdf/groups.js';
export type { BatchOptions, Expectation, Halving, HalvingOptions, VerifyOptions } from './vdf/options.js';
export {
  type PietrzakProofFile,
  type Profile,
  type ProofClaim,
  type ProofFile,
  readProof,
  type Scheme,
  type WesolowskiProofFile,
} from './vdf/proof-file.js';
