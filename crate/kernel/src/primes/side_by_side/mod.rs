//! Arithmetic modulo two numbers at once, one in each lane.

pub mod two_long_moduli;
pub mod two_moduli;
