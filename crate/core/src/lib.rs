#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
#![warn(missing_debug_implementations, clippy::must_use_candidate)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// `Debug` with the name of the type alone: what it holds may be secret.
macro_rules! opaque_debug {
    ($([$($generics:tt)*] $Type:ty, $name:literal;)*) => { $(
        impl<$($generics)*> core::fmt::Debug for $Type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )* };
}
opaque_debug! {
    [] modulus::Modulus, "Modulus";
    [] modulus::Odd, "Odd";
    [] modulus::Residue, "Residue";
    [] modulus::doubling::Doubling, "Doubling";
    [] modulus::montgomery::Montgomery, "Montgomery";
    [E] pow::fixed_base::Comb<E>, "Comb";
    [E] pow::fixed_base::Residues<E>, "Residues";
    [E] multi::interleaved::Table<E>, "Table";
    [] primality::Candidates, "Candidates";
    [] secret::crt::Key<'_>, "Key";
    [] secret::crt::KeptKey, "KeptKey";
    [] secret::crt::Parts, "Parts";
    [] secret::Secret, "Secret";
}

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
mod operators;
#[cfg(feature = "std")]
pub mod parallel;
mod plan;
pub mod pow;
pub mod primality;
mod radix;
pub mod roots;
pub mod secret;
mod small_primes;
mod square_root;

/// Parts that the tests of this repository look into (feature `testing`). This module may change in any version.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::{
        modulus::doubling::Doubling,
        primality::{
            arithmetic::{LucasChain, SearchArithmetic},
            lucas::is_strong_lucas_probable_prime,
            strong::{
                are_strong_probable_primes, is_strong_probable_prime_to_2, passes_strong_tests,
            },
        },
        small_primes::primes_below,
    };

    /// Windows and methods by their costs.
    pub mod plan {
        pub use crate::plan::*;
    }
}

pub use error::{Error, Field, Kind, OtherKind, Refusal};
pub use modexp::modexp;
pub use modulus::{Modulus, Residue};
pub use natural::Natural;
