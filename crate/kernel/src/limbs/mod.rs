//! Numbers as limbs: conversions between radices and from bytes, and exact sums of products of limbs.

pub mod bytes;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub(crate) mod chain;
pub(crate) mod radix;
