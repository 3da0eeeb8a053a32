//! Hashing to a prime of 256 bits, for the challenge of Wesolowski's scheme.

use super::hash::sha256;
use crate::{natural::Natural, primality::first_prime};
use num_traits::FromBytes;

/// The first probable prime among the candidates SHA-256(seed ‖ u32(i)), i = 0, 1, 2, …, with bits
/// 255 and 0 set, and its index i. On average there are about 89 candidates.
pub fn hash_to_prime(seed: &[u8; 32]) -> (u32, Natural) {
    // About one candidate in 89 is a prime, so 2^32 of them contain one.
    let (index, prime) = first_prime((0..=u32::MAX).map(|i| candidate(seed, i)));
    (index as u32, prime)
}

pub(crate) fn candidate(seed: &[u8; 32], i: u32) -> Natural {
    let mut bytes = sha256(&[seed, &i.to_be_bytes()]);
    bytes[0] |= 0x80;
    bytes[31] |= 1;
    Natural::from_be_bytes(&bytes)
}
