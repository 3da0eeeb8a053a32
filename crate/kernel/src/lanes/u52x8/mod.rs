//! Vectors of eight 64-bit words, with multiply-adds of the low 52 bits of each.
//!
//! The backend of x86-64 has AVX-512's IFMA, which is found at run time. Every other processor takes the portable one.

mod backend;
// Where x86-64 has its own, tests alone take this one.
#[cfg_attr(not(test), allow(dead_code))]
mod portable;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(miri, powmod_lanes = "portable"))
))]
mod x86;

pub use backend::{Block, LANES, Lanes};
#[cfg_attr(not(test), allow(unused_imports))]
pub use portable::Portable;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(miri, powmod_lanes = "portable"))
))]
pub use x86::Ifma as Fastest;

/// The backend of this build.
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(miri, powmod_lanes = "portable"))
)))]
pub type Fastest = Portable<52>;
