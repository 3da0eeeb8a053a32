//! The profile `powmod-v1` of this package, for both schemes.
//!
//! The group is (Z/N)* modulo {1, −1}, in which nobody knows an element of order 2. An element is
//! written as 1 ≤ z ≤ (N − 1)/2.

use super::rules::{Profile, Statement};
use crate::{group::up_to_sign, hash::sha256, hash_to_prime::hash_to_prime};
use num_traits::Zero;
use powmod::Natural;

/// The profile `powmod-v1`.
pub const POWMOD_V1: PowmodV1 = PowmodV1;

/// The type of [`POWMOD_V1`].
#[derive(Clone, Copy, Debug)]
pub struct PowmodV1;

impl Profile for PowmodV1 {
    fn name(&self) -> &'static str {
        "powmod-v1"
    }

    fn element(&self, z: Natural, n: &Natural) -> Natural {
        up_to_sign(z, n)
    }

    fn is_element(&self, z: &Natural, n: &Natural) -> bool {
        !z.is_zero() && z <= &(n >> 1)
    }

    fn takes_any_iterations(&self) -> bool {
        true
    }

    fn default_delta(&self) -> u32 {
        10
    }

    fn pietrzak_challenge(&self, statement: &Statement<'_>, midpoint: &[u8]) -> Natural {
        let hash = sha256(&[
            b"powmod-v1:pietrzak",
            statement.modulus,
            statement.input,
            statement.output,
            midpoint,
            &statement.iterations.to_be_bytes(),
        ]);
        Natural::from_be_bytes(&hash[..16])
    }

    fn wesolowski_challenge(&self) -> Option<fn(&Statement<'_>) -> Natural> {
        Some(|statement| hash_to_prime(&wesolowski_seed(statement)).1)
    }
}

/// The seed s from which [`hash_to_prime`] hashes the candidates for l.
#[must_use]
pub fn wesolowski_seed(statement: &Statement<'_>) -> [u8; 32] {
    sha256(&[
        b"powmod-v1:wesolowski",
        statement.modulus,
        statement.input,
        statement.output,
        &statement.iterations.to_be_bytes(),
    ])
}
