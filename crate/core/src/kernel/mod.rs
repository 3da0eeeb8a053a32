//! Montgomery arithmetic modulo an odd number: the kernels of `powmod-kernel`, and what starts and
//! tests them here.

#[cfg(feature = "testing")]
pub mod conformance;
pub mod doubling;

pub use powmod_kernel::*;
