//! The profile `tokamak` (Tokamak Network's EVM-VDF-Verifier): Pietrzak's scheme in Z/N itself,
//! for T a power of two. It proves y only up to sign: −v at the first round whose r is odd proves
//! −y, and where the last r is even its v may be negated.

use super::rules::{Profile, Round, Statement};
use crate::natural::Natural;
use num_traits::{FromBytes, Zero};
use sha3::{Digest, Keccak256};

/// This profile's line in [`PROFILES`](super::PROFILES).
pub const TOKAMAK: Tokamak = Tokamak;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Tokamak;

impl Profile for Tokamak {
    fn name(&self) -> &'static str {
        "tokamak"
    }

    fn element(&self, z: Natural, _: &Natural) -> Natural {
        z
    }

    fn is_element(&self, z: &Natural, n: &Natural) -> bool {
        !z.is_zero() && z < n
    }

    fn takes_any_iterations(&self) -> bool {
        false
    }

    fn default_delta(&self) -> u32 {
        0
    }

    fn pietrzak_challenge(&self, round: &Round<'_>) -> Natural {
        let hash = Keccak256::new()
            .chain_update(round.input)
            .chain_update(round.output)
            .chain_update(round.value)
            .finalize();
        Natural::from_be_bytes(&hash[..16])
    }

    fn wesolowski_challenge(&self) -> Option<fn(&Statement<'_>) -> Natural> {
        None
    }
}
