//! Exponentiation with secret exponents. Time and addresses depend only on the modulus and on the
//! lengths that the caller passes.
//!
//! The method is fixed windows from the left, with a lookup table for each base. Each step reads the
//! whole table, and multiplies for every digit, also for 0 (the side-channel-safe form that Attias,
//! Vigneri and Dimitrov leave open). The functions wipe their intermediate values.

pub mod crt;
mod power;

pub use power::{mod_multi_pow, mod_pow, multi_pow, window};
