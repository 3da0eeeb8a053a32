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
mod plan;
pub mod pow;
pub mod primality;
mod radix;
pub mod roots;
pub mod secret;
mod small_primes;

/// What the tests of this repository look into (feature `testing`). It may change in any version.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::{
        modulus::doubling::Doubling,
        primality::{
            arithmetic::{LucasChain, SearchArithmetic},
            strong::{are_strong_probable_primes, passes_strong_tests},
        },
    };

    /// Windows and methods by their costs.
    pub mod plan {
        pub use crate::plan::*;
    }
}

pub use error::{Error, Field, Kind, Refusal};
pub use modexp::modexp;
pub use modulus::{Modulus, Residue};
pub use natural::Natural;
