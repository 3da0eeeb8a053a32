/**
 * The kernels that the package ships, in the order of expected speed: `init` takes the first that works.
 *
 * Each is crate/wasm compiled once more, with the compiler flags below; a flag stands here with its reason.
 *
 * @typedef {object} Variant
 * @property {'scalar' | 'simd128' | 'relaxed' | 'wide'} name
 * @property {'nothing' | 'simd' | 'fusedMultiplyAdd' | 'wideArithmetic'} needs what the engine must have: see crate/js/src/probe.ts
 * @property {string[]} rustflags
 */

/** @type {Variant[]} */
export const variants = [{ name: 'scalar', needs: 'nothing', rustflags: [] }];
