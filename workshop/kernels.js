// The names of the kernels, for all that is not the package: crate/wasm/variants.mjs is their one list.
import { variants } from '../crate/wasm/variants.mjs';

/** @typedef {import('powmod').WasmKernel} WasmKernel */

/** The kernels in WebAssembly. */
export const wasmKernels = /** @type {WasmKernel[]} */ (variants.map(({ name }) => name));

/** Every kernel that `init` takes. */
export const everyKernel = /** @type {import('powmod').Kernel[]} */ ([...wasmKernels, 'bigint']);

/** One of the kernels in WebAssembly, in a pattern. */
export const KERNEL = `(?:${wasmKernels.join('|')})`;

/**
 * The kernels in WebAssembly that an engine with these features runs.
 *
 * @param {readonly string[]} features as in crate/wasm/variants.mjs
 */
export const kernelsWith = (features) => wasmKernels.filter((kernel) => features.includes(needsOf(kernel)));

/** The feature that a kernel needs. @param {string} kernel */
export const needsOf = (kernel) => String(variants.find(({ name }) => name === kernel)?.needs);

/** The kernels that Node runs, the fastest first: no version has wide arithmetic yet. */
export const nodeKernels = kernelsWith(['webAssembly', 'simd', 'fusedMultiplyAdd']).reverse();
