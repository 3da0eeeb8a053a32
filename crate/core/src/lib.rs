//! Modular exponentiation and the verifiers of verifiable delay functions.
//!
//! Imports point down this list only; nothing below knows what stands above it.
//!
//! - [`vdf`]: Wesolowski's and Pietrzak's proofs, hashing to a prime, transcripts;
//!   [`primality`] and [`perfect_power`] say which moduli they take
//! - `parallel` (feature `std`): one power, or one product of powers, split among threads
//! - [`secret`]: exponentiation whose time shows nothing of its exponents
//! - [`pow`], [`multi`]: exponentiation and multi-exponentiation, one file a method, generic over
//!   a monoid; [`plan`] picks method and window
//! - [`modulus`]: arithmetic modulo any number: odd, even, one
//! - [`kernel`]: Montgomery arithmetic, one file a kernel
//! - [`monoid`], [`natural`]: what exponentiation asks of a group, and the integers

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod kernel;
pub mod modulus;
pub mod monoid;
pub mod multi;
pub mod natural;
#[cfg(feature = "std")]
pub mod parallel;
pub mod perfect_power;
pub mod plan;
pub mod pow;
pub mod primality;
pub mod secret;
pub mod vdf;

pub use modulus::{Modulus, Residue};
pub use natural::Natural;
