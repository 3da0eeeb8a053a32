//! The vectors that SIMD kernels are written over, each with two backends: the wasm intrinsics,
//! and a portable one on which conformance, fuzzing and valgrind run natively. Both compute the
//! same bits.

#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod f64x2;
pub mod i16x8;
