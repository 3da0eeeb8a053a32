import { PowmodError } from '../errors.js';
import type { Need } from './probe.js';

/** The arithmetic kernels, one WebAssembly file each: see the package's README for which runs where. */
export type Kernel = 'scalar' | 'simd128' | 'relaxed' | 'wide';

/** A module of a kernel: the verifier, which `init` loads, or the prover, which only pools load. */
export type ModuleName = Kernel | `${Kernel}-prover`;

/** Imports the embedded wasm: raw deflate in base64, or a module where the platform compiles it itself. */
export type Load = () => Promise<{ default: string | WebAssembly.Module }>;

/** A kernel that this package was built with. */
export interface Variant {
  name: Kernel;
  needs: Need;
  load: Load;
}

/**
 * Where a kernel's wasm may come from instead of the package. Bytes, wherever they come from, must be those of the
 * package's `kernels/NAME.wasm`; a build of your own is given as a module.
 */
export type WasmSource = URL | Response | BufferSource | WebAssembly.Module;

/**
 * Gives a kernel's wasm: `(kernel) => new URL(…)` or anything else of {@link WasmSource}.
 *
 * A pool that evaluates or proves asks once more, with `'prover'` as second argument, for `kernels/NAME-prover.wasm`.
 * Where the provider does not look at that and gives the kernel again, the package's own prover is used.
 */
export type WasmProvider = (kernel: Kernel, part?: 'prover') => WasmSource | Promise<WasmSource>;

export const kernelNames = ['scalar', 'simd128', 'relaxed', 'wide'] as const satisfies readonly Kernel[];

export function unavailable(name: ModuleName, reason: string): PowmodError {
  return new PowmodError('ERR_KERNEL_UNAVAILABLE', `the kernel ${name} cannot be used: ${reason}`);
}
