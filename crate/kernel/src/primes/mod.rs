//! What only the search of a prime needs.

#[cfg(any(not(target_family = "wasm"), target_feature = "simd128"))]
pub mod sha256;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod side_by_side;
pub mod trial;
