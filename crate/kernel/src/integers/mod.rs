//! Integers in plain words, for powers that take less time than the set-up of a kernel: modulo powers of two, modulo
//! short numbers, and, by division, with short exponents. The kernel `saturated` has its products from here.
//!
//! An integer is a slice of words, least significant first. A word has 64 bits where the target multiplies these at
//! once, and 32 elsewhere.
#![allow(
    clippy::unnecessary_cast,
    reason = "a word is the wanted type already on some targets, and not on others"
)]

mod division;
mod divsteps;
mod lehmer;
mod montgomery;
pub(crate) mod words;

pub use division::{Divisor, WordDivisor};
pub use divsteps::gcd;
pub use lehmer::{common_divisor, inverse};
#[cfg(target_pointer_width = "64")]
pub(crate) use montgomery::Products;
pub use montgomery::Registers;
pub use words::*;
