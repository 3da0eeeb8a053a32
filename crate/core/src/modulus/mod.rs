//! Arithmetic modulo any number.
pub mod montgomery;
