//! Montgomery arithmetic modulo an odd number.
//!
//! This module re-exports what users take of the crate `powmod-kernel`. Files of this crate import from
//! `powmod_kernel` directly, because the conformance suite below stands on some of them.

#[cfg(feature = "testing")]
pub mod conformance;

#[cfg(feature = "testing")]
pub use powmod_kernel::{ALL, named};
pub use powmod_kernel::{Descriptor, Kernel, active};
