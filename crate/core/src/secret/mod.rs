//! Exponentiation with secret exponents: the one place whose time and addresses depend on nothing
//! but the lengths that the caller names.
//!
//! Fixed windows from the left, each base with its own table, read whole at each step; a product
//! for every digit, zeros too (the side-channel-safe form that Attias, Vigneri, Dimitrov leave
//! open). What was written on the way is wiped.

pub mod crt;
mod power;

pub use power::{mod_multi_pow, mod_pow, multi_pow, window};
