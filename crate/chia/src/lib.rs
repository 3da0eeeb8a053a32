#![doc = include_str!("../README.md")]
//!
//! ## Modules
//!
//! The modules, from top to bottom. A module imports only from modules below it, and from the crate [`powmod`].
//!
//! - [`verify`]: whether a proof is valid
//! - [`Field`]: the class group of a challenge
//! - [`encoding`], [`hash_prime`]: forms as bytes; primes by hashing
//! - [`classgroup`]: class groups of imaginary quadratic fields
//! - [`integer`]: their numbers

#![no_std]
#![deny(unsafe_code)]
#![warn(missing_debug_implementations, clippy::must_use_candidate)]

extern crate alloc;

pub mod classgroup;
mod discriminant;
pub mod encoding;
mod error;
pub mod hash_prime;
pub mod integer;
mod verifier;

pub use discriminant::{Field, Fields, check_lengths};
pub use error::{Error, Kind};
pub use verifier::{Options, Proof, verify};
