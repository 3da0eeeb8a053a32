import { PowmodError } from '../errors.js';
import type { EngineFeature } from './probe.js';

/** The arithmetic kernels, one WebAssembly module each. The package's README says which engine runs which kernel. */
export type Kernel = 'scalar' | 'simd128' | 'relaxed' | 'wide';

/**
 * The name of a module: a kernel's verifier module, which `init` loads, or its prover module, which only pools load.
 */
export type ModuleName = Kernel | `${Kernel}-prover`;

/** Imports the wasm in the package: raw deflate in base64, or a module if the platform compiles it itself (workerd). */
export type ImportWasm = () => Promise<{ default: string | WebAssembly.Module }>;

/** A kernel in this build of the package, and the engine feature that it needs. */
export interface Variant {
  name: Kernel;
  needs: EngineFeature;
  load: ImportWasm;
}

/**
 * A kernel's wasm from outside the package. Bytes, also those of a URL or a response, must equal the package's
 * `kernels/NAME.wasm`. Your own build must come as a module.
 */
export type WasmSource = URL | Response | BufferSource | WebAssembly.Module;

/**
 * Gives a kernel's wasm: `(kernel) => new URL(…)` or any other {@link WasmSource}.
 *
 * At its first `evaluate` or `prove` a pool calls it again, with `'prover'` as second argument, for
 * `kernels/NAME-prover.wasm`. If the result is the first module again, the pool uses the prover in the package.
 */
export type WasmProvider = (kernel: Kernel, part?: 'prover') => WasmSource | Promise<WasmSource>;

export const kernelNames = ['scalar', 'simd128', 'relaxed', 'wide'] as const satisfies readonly Kernel[];

export function unavailable(name: ModuleName, reason: string): PowmodError {
  return new PowmodError('ERR_KERNEL_UNAVAILABLE', `the kernel ${name} cannot be used: ${reason}`);
}
