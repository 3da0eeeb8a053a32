#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

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
mod plan;
pub mod pow;
pub mod primality;
mod radix;
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
        checkpoint::{Head, Spacing},
        hash::Hash,
        hash_to_prime::hash_to_prime,
        pietrzak::{Claim, rounds},
        profile::powmod_v1::wesolowski_seed,
        wesolowski::challenge,
    };
    pub use crate::{
        modulus::doubling::Doubling,
        multi::{
            interleaved::{Table, with_tables},
            signed::{OddPowers, multi_pow as signed_multi_pow, with_powers},
        },
        perfect_power::square_root_modulo,
        pow::windows::odd_products,
        primality::{
            arithmetic::{LucasChain, SearchArithmetic},
            first::{first_prime_of_length, power_of_two},
            strong::{are_strong_probable_primes, passes_strong_tests},
        },
        small_primes::primes_below,
    };

    pub mod plan {
        pub use crate::plan::*;
    }

    #[cfg(feature = "testing")]
    pub mod conformance {
        pub use crate::kernel::conformance::*;
    }
}

pub use error::{Error, Field, Kind, Refusal};
pub use modexp::modexp;
pub use modulus::{Modulus, Residue};
pub use natural::Natural;
