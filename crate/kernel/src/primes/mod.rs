//! What only the search of a prime needs.

mod choice;
#[cfg(any(not(target_family = "wasm"), target_feature = "simd128"))]
pub mod sha256;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub mod side_by_side;
pub mod trial;
mod two_at_once;

pub use choice::{LANES, Of256Bits, OfMoreBits, counted_hashes};
pub use two_at_once::TwoAtOnce;
