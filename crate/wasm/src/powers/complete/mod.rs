//! What the module of powers alone lacks: primes, RSA keys, and the verification of delay proofs.

pub mod keys;
pub mod primes;
pub mod types;
pub mod verify;
