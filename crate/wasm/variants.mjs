/**
 * The kernels that the package ships, in the order of expected speed: `init` takes the first that works.
 *
 * Each is crate/wasm compiled once more, for its kernel (`--cfg powmod_kernel`) and with the compiler flags that it
 * alone needs; a flag stands here with its reason.
 *
 * @typedef {object} Variant
 * @property {'scalar' | 'simd128' | 'relaxed' | 'wide'} name
 * @property {'nothing' | 'simd' | 'fusedMultiplyAdd' | 'wideArithmetic'} needs what the engine must have: see crate/js/src/probe.ts
 * @property {string[]} rustflags
 */

/** With SIMD at hand LLVM vectorises plain loops too, which makes `scalar` slower, and the module larger. */
const NO_VECTORIZING = ['-Cno-vectorize-loops', '-Cno-vectorize-slp'];

/**
 * Loop strength reduction turns fixed distances into an address addition for each access, which V8 does not fold:
 * `relaxed`, `scalar` and `wide` are faster without it, `simd128` is slower.
 */
const NO_STRENGTH_REDUCTION = ['-Cllvm-args=-disable-lsr'];

/** @type {Variant[]} */
export const variants = [
  {
    name: 'relaxed',
    needs: 'fusedMultiplyAdd',
    rustflags: ['-Ctarget-feature=+simd128,+relaxed-simd', ...NO_VECTORIZING, ...NO_STRENGTH_REDUCTION],
  },
  {
    name: 'wide',
    needs: 'wideArithmetic',
    rustflags: ['-Ctarget-feature=+wide-arithmetic', ...NO_STRENGTH_REDUCTION],
  },
  {
    name: 'simd128',
    needs: 'simd',
    rustflags: ['-Ctarget-feature=+simd128', ...NO_VECTORIZING],
  },
  {
    name: 'scalar',
    needs: 'nothing',
    rustflags: [...NO_STRENGTH_REDUCTION],
  },
];
