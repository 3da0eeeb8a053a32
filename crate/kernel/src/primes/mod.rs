//! The arithmetic that only the search of a prime needs.

mod choice;
pub mod trial;
mod two_at_once;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub(crate) mod two_long_moduli;

pub use choice::{CANDIDATES_AT_ONCE, OfMoreBits};
pub use two_at_once::TwoAtOnce;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub use two_long_moduli::TwoLongModuli;
