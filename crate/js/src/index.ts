/** Modular exponentiation and VDF verification: start with {@link init}. */
export { MalformedProofError, PowmodError, type PowmodErrorCode } from './errors.js';
export { type GroupName, groups } from './groups.js';
export { type InitOptions, init } from './init.js';
export type { Integer } from './integers.js';
export type { Kernel, WasmProvider, WasmSource } from './kernels.js';
export type { Modulus } from './modulus.js';
export type { PowOptions, Result, ResultOptions } from './options.js';
export type { Powmod } from './powmod.js';
export type { PietrzakProofFile, Profile, ProofFile, Scheme, WesolowskiProofFile } from './proof-file.js';
export type { CrtKey, SecretOptions } from './secret.js';
export type { FixedBase, FixedBaseOptions, Tables, TablesOptions } from './tables.js';
export type { BatchOptions, Expectation, VerifyOptions } from './verify.js';
