import { messageOf, PowmodError } from '../errors.js';
import type { FetchResponse, Url } from '../platform-types.js';
import type { WasmKernel } from './names.generated.js';
import type { EngineFeature } from './probe.js';

export type { WasmKernel } from './names.generated.js';

/**
 * The arithmetic kernels. `'bigint'` is native BigInt, for engines without WebAssembly and for pages whose policy
 * forbids it. It has no calls for secrets, and does not evaluate or prove.
 */
export type Kernel = WasmKernel | 'bigint';

/** A kernel in use and why it is used, in words: for reports, not for programs to read. */
export interface KernelChoice<Name = Kernel> {
  readonly kernel: Name;
  readonly reason: string;
}

/** The reason for a kernel that the caller named. */
export const BY_NAME = 'asked for by name';

/**
 * The name of a module: a kernel's complete module, which `init` loads, its module of powers for `powmod/powers`, its
 * prover module, which only pools load, one of its modules for `powmod/chia`, or the one of the papers' methods, which
 * no package has.
 */
export type ModuleName = `${WasmKernel}${Part}`;

/** What the name of a module has after that of its kernel. */
export type Part = '' | '-powers' | '-prover' | '-chia' | '-methods';

/** @internal The module of a kernel, or of a part of it that some pools never need. */
export interface PartModule {
  name: ModuleName;
  module: WebAssembly.Module;
}

/**
 * @internal The wasm in the package: a function that imports the module's streams, deflated (raw) and in base64, or a
 * module if the platform compiles it itself and no code may (workerd).
 */
export type PackedWasm = (() => Promise<{ default: string }>) | WebAssembly.Module;

/** @internal A kernel in this build of the package, and the engine feature that it needs. */
export interface Variant {
  name: WasmKernel;
  /** What the name of the module has after the kernel's. */
  part: Exclude<Part, '-prover'>;
  needs: EngineFeature;
  wasm: PackedWasm;
}

/** `WebAssembly.Module`. Programs for Node may be compiled without the types of browsers, and then lack its name. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/**
 * A kernel's wasm from outside the package. Bytes, also those of a URL or a response, must equal the package's
 * `kernels/NAME.wasm`. Your own build must come as a module.
 */
export type WasmSource = Url | FetchResponse | ArrayBuffer | ArrayBufferView | WasmModule;

/**
 * Gives a kernel's wasm: `(kernel) => new URL(…)` or any other {@link WasmSource}.
 *
 * At its first `evaluate` or `prove` a pool calls it again, with `'prover'` as second argument, for
 * `kernels/NAME-prover.wasm`. If the result is the first module again, the pool uses the prover in the package.
 */
export type WasmProvider = (kernel: WasmKernel, part?: 'prover') => WasmSource | Promise<WasmSource>;

export function unavailable(name: ModuleName, reason: string): PowmodError {
  return new PowmodError('ERR_KERNEL_UNAVAILABLE', `the kernel ${name} cannot be used: ${reason}`);
}

/** Whether the error is a kernel's that cannot be used or loaded here. */
export function isUseless(error: unknown): error is PowmodError {
  return error instanceof PowmodError && ['ERR_KERNEL_UNAVAILABLE', 'ERR_LOAD'].includes(error.code);
}

export function notLoaded(name: ModuleName | 'bigint', cause: unknown): PowmodError {
  return new PowmodError('ERR_LOAD', `the kernel ${name} could not be loaded: ${messageOf(cause)}`, { cause });
}
