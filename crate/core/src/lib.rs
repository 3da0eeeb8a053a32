//! Modular exponentiation for any modulus, and verifiable delay functions over it.
//!
//! Bytes in, bytes out:
//!
//! ```
//! assert_eq!(powmod::modexp(&[3], &[0x01, 0x00, 0x01], &[0x0f, 0x42, 0x43]), [0x07, 0x6d, 0x5e]);
//! ```
//!
//! Powers modulo a number that comes again. All threads can share the [`Modulus`]:
//!
//! ```
//! use powmod::{Modulus, Natural, multi, pow};
//!
//! let number = |x: u64| Natural::from(x);
//! let modulus = Modulus::new(&number(1_000_003)).expect("a modulus above 0");
//!
//! // x^a mod N, and x^a · y^b mod N in one pass
//! assert_eq!(pow::mod_pow(&modulus, &number(3), &number(65_537)), number(486_750));
//! let terms = [(&number(3), &number(65_537)), (&number(5), &number(257))];
//! assert_eq!(multi::mod_multi_pow(&modulus, &terms), number(222_936));
//! assert_eq!(modulus.inverse(&number(7)), Some(number(714_288)));
//! ```
//!
//! Powers with secret exponents, whose value does not show in the time, are in [`secret`].
//!
//! A proof of a delay, T squarings modulo a number whose factors nobody knows, and its verification:
//!
//! ```
//! use powmod::vdf::{self, Group, POWMOD_V1, Scheme, Task, input};
//!
//! let group = Group::rsa_2048();
//! let input = input::from_seed(&group, b"powmod").expect("the seed gives an input");
//! let task = Task {
//!     scheme: Scheme::Wesolowski,
//!     profile: &POWMOD_V1,
//!     input,
//!     iterations: 1000,
//!     delta: None,
//!     memory: 1 << 20,
//! };
//! let proof = vdf::prove(&group, &task)?;
//! assert!(vdf::verify(&group, &proof, &vdf::Options::default())?);
//! # Ok::<(), powmod::Error>(())
//! ```
//!
//! Each refusal names what is wrong:
//!
//! ```
//! use powmod::{Error, Field, Kind, Refusal};
//!
//! let error = Error::proof("proof", "must be below the modulus").at(3);
//! let Refusal { kind, field, reason } = *error;
//! assert_eq!((kind, reason), (Kind::Proof, "must be below the modulus"));
//! assert_eq!(field, Field { name: "proof", index: Some(3) });
//! assert_eq!(error.to_string(), "proof[3]: must be below the modulus");
//! ```
//!
//! The modules, from top to bottom. A module imports only from modules below it.
//!
//! - [`vdf`]: verifiable delay functions: evaluation, the proofs of Wesolowski and Pietrzak, and their
//!   verification
//! - `parallel` (feature `std`): one power, or one product of powers, split among threads; see the
//!   program `crate/core/examples/parallel.rs`
//! - [`secret`]: exponentiation with secret exponents; its time depends only on lengths and the modulus
//! - [`primality`]: the checks of a modulus, and the search for a prime
//! - [`pow`], [`multi`]: exponentiation and multi-exponentiation over any monoid, one file for each
//!   method
//! - `methods` (feature `methods`): the methods that papers compare and the plan never takes
//! - [`plan`]: the choice of method and window width
//! - [`modulus`]: arithmetic modulo any number: odd, even, or 1
//! - [`kernel`]: Montgomery arithmetic, one file for each kernel
//! - [`monoid`], [`Natural`]: the traits of exponentiation, and unsigned integers
//! - [`Error`]: the one error type, with its [`Kind`] and [`Field`]
//!
//! Without features, the crate is `no_std`. The feature `std` adds threads, and the feature `methods` the methods for
//! studies.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod conversions;
mod error;
pub mod kernel;
#[cfg(feature = "methods")]
pub mod methods;
mod modexp;
pub mod modulus;
pub mod monoid;
pub mod multi;
mod natural;
#[cfg(feature = "std")]
pub mod parallel;
#[cfg_attr(not(feature = "vdf"), allow(dead_code, reason = "delay proofs need more of it"))]
mod perfect_power;
pub mod plan;
pub mod pow;
pub mod primality;
pub mod secret;
#[cfg_attr(not(feature = "vdf"), allow(dead_code, reason = "delay proofs need more of it"))]
mod small_primes;
#[cfg(feature = "vdf")]
pub mod vdf;

/// For the project's other crates and its tests. This is no part of the interface, and may change in any version.
#[doc(hidden)]
pub mod internals {
    #[cfg(feature = "vdf")]
    pub use crate::vdf::{
        checkpoint::{Head, MAX_KEPT_BYTES, Spacing, require},
        hash::{Hash, sha256},
        hash_to_prime::hash_to_prime,
        pietrzak::{Claim, rounds},
        profile::powmod_v1::wesolowski_seed,
        wesolowski::{Division, Shift, challenge, even_spacing, window as wesolowski_window},
    };
    pub use crate::{
        modulus::doubling::Doubling,
        multi::{
            interleaved::{Table, with_tables},
            pippenger::Buckets,
            signed::{OddPowers, multi_pow as signed_multi_pow, with_powers},
        },
        perfect_power::square_root_modulo,
        pow::{sliding::pow as sliding_pow, windows::odd_products},
        primality::{
            arithmetic::{LucasChain, SearchArithmetic},
            strong::{are_strong_probable_primes, passes_strong_tests},
        },
        small_primes::primes_below,
    };
}

pub use error::{Error, Field, Kind, Refusal};
pub use modexp::modexp;
pub use modulus::{Modulus, Residue};
pub use natural::Natural;
