//! Numbers as limbs: conversions between radices and from bytes, exact sums of products of limbs, elements and
//! their selection from a lookup table, and memory that is wiped.

pub mod bytes;
#[cfg(any(not(target_family = "wasm"), target_feature = "relaxed-simd"))]
pub(crate) mod chain;
pub(crate) mod element;
pub(crate) mod radix;
pub(crate) mod select;
pub(crate) mod wiped;
