//! The kernels, and what several of them share.

pub mod cios;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod fios;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod ifma;
pub(crate) mod lazy_carry;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod relaxed;
#[cfg(target_pointer_width = "64")]
pub(crate) mod saturated;
pub mod scalar;
pub mod short;
#[cfg(test)]
mod short_tests;
pub mod simd128;
pub mod wide;
mod widths;
pub(crate) mod winograd;
