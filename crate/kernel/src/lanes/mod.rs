//! The vector types of the SIMD kernels.
//!
//! Each type has two backends: WebAssembly intrinsics, and a portable one on which the conformance
//! suite, fuzzing and valgrind run natively. Both compute the same bits.

#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod f64x2;
pub mod i16x8;
pub mod words;
