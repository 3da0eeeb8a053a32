//! Machine checks of the proofs at the heads of the kernels.
//!
//! Each file here follows the steps of its kernel with intervals in place of numbers, in exact
//! arithmetic, from the constants that the kernel compiles. A check fails if a sum could leave its
//! word, a double could round off a bit, or a residue could outgrow its bound.
//!
//! A check is a function of the constants, so a test can change each constant alone. It prints the
//! last value that holds (`npm run bounds`), and asserts that the next one fails. A check that no
//! value fails does not depend on that constant at all.

mod chain;
mod check;
mod cios;
mod ifma;
mod interval;
mod lazy_carry;
mod relaxed;
#[cfg(target_pointer_width = "64")]
mod saturated;
mod short;
mod simd128;
mod two_long_moduli;
