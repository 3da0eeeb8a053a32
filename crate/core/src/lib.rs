//! Modular exponentiation, and verifiable delay functions: evaluated, proved and verified.
//!
//! ```
//! use powmod::{Modulus, Natural, multi, pow};
//!
//! let number = |x: u64| Natural::from(x);
//! let mut modulus = Modulus::new(&number(1_000_003)).expect("a modulus above 0");
//!
//! // x^a mod N, and x^a · y^b mod N in one pass
//! assert_eq!(pow::mod_pow(&mut modulus, &number(3), &number(65_537)), number(486_750));
//! let terms = [(&number(3), &number(65_537)), (&number(5), &number(257))];
//! assert_eq!(multi::mod_multi_pow(&mut modulus, &terms), number(222_936));
//! assert_eq!(modulus.inverse(&number(7)), Some(number(714_288)));
//! ```
//!
//! A proof that a number was squared so many times, modulo one whose factors nobody knows, and
//! its verification:
//!
//! ```
//! use powmod::vdf::{self, Group, POWMOD_V1, Scheme, Task, input, prover};
//!
//! let mut group = Group::rsa_2048();
//! let input = input::from_seed(&mut group, b"powmod").expect("any seed but few");
//! let task = Task {
//!     scheme: Scheme::Wesolowski,
//!     profile: &POWMOD_V1,
//!     input,
//!     iterations: 1000,
//!     delta: None,
//!     memory: 1 << 20,
//! };
//! let proof = prover::prove(&mut group, &task)?;
//! assert!(vdf::verify(&mut group, &proof, &vdf::Options::default())?);
//! # Ok::<(), powmod::Error>(())
//! ```
//!
//! Imports point down this list only; nothing below knows what stands above it.
//!
//! - [`vdf`]: evaluations, Wesolowski's and Pietrzak's proofs, hashing to a prime, transcripts;
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

mod error;
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
pub mod small_primes;
pub mod vdf;

pub use error::{Error, Field, Kind};
pub use modulus::{Modulus, Residue};
pub use natural::Natural;
