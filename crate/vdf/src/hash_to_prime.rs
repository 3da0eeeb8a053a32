//! Hashing to a prime of 256 bits, for the challenge of Wesolowski's scheme.

use super::hash::counted;
use powmod::{Natural, primality::first_prime};

/// The first probable prime among the candidates SHA-256(seed ‖ u32(i)), i = 0, 1, 2, …, with bits
/// 255 and 0 set, and its index i. On average there are about 89 candidates.
#[must_use]
pub fn hash_to_prime(seed: &[u8; 32]) -> (u32, Natural) {
    // About one candidate in 89 is a prime, so 2^32 of them contain one.
    let (index, prime) = first_prime(256, candidates(seed)).expect("an endless sequence");
    (index as u32, prime)
}

fn candidates(seed: &[u8; 32]) -> impl Iterator<Item = Natural> {
    counted(seed).map(|mut limbs| {
        limbs.reverse();
        limbs[7] |= 1 << 31;
        limbs[0] |= 1;
        Natural::from_limbs(limbs)
    })
}
