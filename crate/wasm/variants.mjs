/**
 * The kernels of the package: the one list of their names outside Rust. crate/js/src/kernels/choose.ts has the orders
 * in which `init` tries them.
 *
 * Each variant is crate/wasm, compiled for one kernel (`--cfg powmod_kernel`) with the compiler flags of that kernel.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {'webAssembly' | 'simd' | 'fusedMultiplyAdd' | 'wideArithmetic'} needs the feature that the engine must
 *   have
 * @property {string[]} rustflags
 * @property {string[]} [without] the parts of which it has no module
 */

/** With SIMD enabled, LLVM also vectorises plain loops, which makes them slower and the module larger. */
const NO_VECTORIZING = ['-Cno-vectorize-loops', '-Cno-vectorize-slp'];

/**
 * Loop strength reduction replaces fixed offsets by an address addition for each access, and V8 does not fold those
 * additions. `relaxed`, `scalar` and `wide` are faster without it; `simd128` is slower.
 */
const NO_STRENGTH_REDUCTION = ['-Cllvm-args=-disable-lsr'];

/** @type {Variant[]} */
export const variants = [
  {
    name: 'scalar',
    needs: 'webAssembly',
    rustflags: [...NO_STRENGTH_REDUCTION],
  },
  {
    name: 'simd128',
    needs: 'simd',
    rustflags: ['-Ctarget-feature=+simd128', ...NO_VECTORIZING],
    // It would only help to find a discriminant. Its module is 8 KB larger than that of `scalar`, which stands in for
    // it.
    without: ['-chia'],
  },
  {
    name: 'relaxed',
    needs: 'fusedMultiplyAdd',
    rustflags: ['-Ctarget-feature=+simd128,+relaxed-simd', ...NO_VECTORIZING, ...NO_STRENGTH_REDUCTION],
  },
  {
    name: 'wide',
    needs: 'wideArithmetic',
    rustflags: ['-Ctarget-feature=+wide-arithmetic', ...NO_STRENGTH_REDUCTION],
    // The few engines that take it load the complete module.
    without: ['-powers'],
  },
];

/**
 * The modules of a kernel. A key is the end of the module's name, behind the kernel's, and its value is the feature of
 * crate/wasm. The first module computes powers and verifies; `-powers` computes powers alone, for pages; `-prover`
 * evaluates and proves; `-chia` verifies Chia's proofs; `-methods` computes powers by the methods of papers, for the
 * benches and the page alone.
 */
export const PARTS = {
  '': 'complete',
  '-powers': 'powers',
  '-prover': 'prover',
  '-chia': 'chia',
  '-methods': 'methods',
};

/** The variants that have modules of a part. */
export const variantsOf = (part) => variants.filter(({ without = [] }) => !without.includes(part));
