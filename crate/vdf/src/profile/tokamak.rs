//! The profile `tokamak` of Tokamak Network's EVM-VDF-Verifier: Pietrzak's scheme in (Z/N)*, for T a
//! power of two.
//!
//! It proves y only up to its sign. Negating v in the first round with an odd r gives a proof of −y.
//! If the last r is even, negating the last v gives another proof of y.

use super::rules::{Profile, Statement};
use crate::group::residue;
use num_traits::Zero;
use powmod::Natural;
use sha3::{Digest, Keccak256};

/// The bytes of a word. The contract hashes a number, big-endian, in the fewest words that hold it.
const WORD: usize = 32;

/// The profile `tokamak`.
pub const TOKAMAK: Tokamak = Tokamak;

/// The type of [`TOKAMAK`].
#[derive(Clone, Copy, Debug)]
pub struct Tokamak;

impl Profile for Tokamak {
    fn name(&self) -> &'static str {
        "tokamak"
    }

    fn element(&self, z: Natural, n: &Natural) -> Natural {
        residue(z, n)
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

    fn pietrzak_challenge(&self, statement: &Statement<'_>, midpoint: &[u8]) -> Natural {
        let mut hash = Keccak256::new();
        for z in [statement.input, statement.output, midpoint] {
            let zeros = z.iter().take_while(|&&byte| byte == 0).count();
            let z = &z[zeros..];
            let length = z.len().max(1).next_multiple_of(WORD);
            hash.update(&[0; WORD][..length - z.len()]);
            hash.update(z);
        }
        Natural::from_be_bytes(&hash.finalize()[..16])
    }

    fn wesolowski_challenge(&self) -> Option<fn(&Statement<'_>) -> Natural> {
        None
    }
}
