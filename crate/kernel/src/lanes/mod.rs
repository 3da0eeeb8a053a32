//! The vector types of the SIMD kernels.
//!
//! Each type has a portable backend and one of intrinsics: of WebAssembly, and for [`f64x2`] also of x86-64 and ARM64;
//! `u52x8` has one of x86-64 alone. All compute the same bits.

#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod f64x2;
pub mod i16x8;
#[cfg(not(target_family = "wasm"))]
pub mod u52x8;
pub mod words;
