//! The arithmetic that only the search of a prime needs.

mod choice;
#[cfg(any(not(target_family = "wasm"), target_feature = "simd128"))]
pub mod sha256;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub(crate) mod side_by_side;
pub mod trial;
mod two_at_once;

pub use choice::{CANDIDATES_AT_ONCE, Of256Bits, OfMoreBits, counted_hashes};
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub use side_by_side::{two_long_moduli::TwoLongModuli, two_moduli::TwoModuli};
pub use two_at_once::TwoAtOnce;
