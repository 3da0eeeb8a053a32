//! The vector types of the SIMD kernels.
//!
//! Each type has a portable backend and one of WebAssembly's intrinsics; [`f64x2`] also has those of
//! x86-64 and ARM64. All compute the same bits.

#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod f64x2;
pub mod i16x8;
pub mod words;
