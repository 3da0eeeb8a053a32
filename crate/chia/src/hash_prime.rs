//! HashPrime: the first prime among the hashes of a counter. The discriminant and the challenges of Chia's proofs
//! come from it.
//!
//! ```
//! use powmod_chia::hash_prime::hash_prime;
//!
//! let (_, prime) = hash_prime(b"seed", 264, &[263]).expect("a seed that gives a prime");
//! assert_eq!(prime.bits(), 264);
//! ```

use alloc::vec::Vec;
use powmod::{Natural, primality::first_prime};
use sha2::{Digest, Sha256};

/// The most candidates. A short seed can cycle without ever meeting a prime; a long one meets its first after about
/// 355 candidates of 1024 bits.
const MAX_CANDIDATES: usize = 1 << 16;

/// A search among shorter numbers takes an arithmetic for numbers of this length, rather than a second one.
const SHORTEST: usize = 257;

/// The length of a block of SHA-256.
const BLOCK: usize = 64;

/// The length of a SHA-256.
const HASH: usize = 32;

/// A counter of any number of bytes, big-endian. It wraps, and knows the hash of its first blocks.
struct Counter {
    bytes: Vec<u8>,
    /// The number of bytes in all blocks but the last.
    hashed: usize,
    hash: Sha256,
}

impl Counter {
    /// # Panics
    /// If the seed is empty.
    fn new(seed: &[u8]) -> Self {
        let hashed = (seed.len() - 1) / BLOCK * BLOCK;
        Self { bytes: seed.to_vec(), hashed, hash: Sha256::new_with_prefix(&seed[..hashed]) }
    }

    /// Adds 1, and gives the hash.
    fn next_hash(&mut self) -> [u8; HASH] {
        let first = self.bytes.iter().rposition(|&byte| byte != u8::MAX).unwrap_or(0);
        for byte in &mut self.bytes[first..] {
            *byte = byte.wrapping_add(1);
        }
        if first < self.hashed {
            self.hash = Sha256::new_with_prefix(&self.bytes[..self.hashed]);
        }
        self.hash.clone().chain_update(&self.bytes[self.hashed..]).finalize().into()
    }
}

/// The first probable prime among the candidates of a seed, and its index; `None` if there is none among
/// 2^16 candidates. A candidate has `bits` bits, a multiple of 8: hashes of the counter, which starts at seed + 1,
/// with bit 0 and the bits `ones` set.
///
/// # Panics
/// If the seed is empty, `bits` is 0 or no multiple of 8, or a bit of `ones` is not below `bits`, rounded up to a
/// multiple of 32.
#[must_use]
pub fn hash_prime(seed: &[u8], bits: usize, ones: &[usize]) -> Option<(usize, Natural)> {
    assert!(bits.is_multiple_of(8), "whole bytes");
    first_prime(bits.max(SHORTEST), candidates(seed, bits, ones))
}

/// The candidates of a seed.
fn candidates(seed: &[u8], bits: usize, ones: &[usize]) -> impl Iterator<Item = Natural> + use<> {
    let mut counter = Counter::new(seed);
    let ones = ones.iter().chain(&[0]);
    let mut mask = alloc::vec![0; bits.div_ceil(32)];
    ones.for_each(|i| mask[i / 32] |= 1 << (i % 32));
    // `move`, as in `first_prime`: a program has no arithmetic for numbers that are longer than its own.
    let all = core::iter::repeat_with(move || {
        let mut bytes = Vec::with_capacity(bits / 8);
        while bytes.len() < bits / 8 {
            let hash = counter.next_hash();
            bytes.extend_from_slice(&hash[..HASH.min(bits / 8 - bytes.len())]);
        }
        let mut limbs = Natural::from_be_bytes(&bytes).to_limbs(mask.len());
        limbs.iter_mut().zip(&mask).for_each(|(limb, ones)| *limb |= ones);
        Natural::from_limbs(limbs)
    });
    all.take(MAX_CANDIDATES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// The candidates by their definition, for seeds that wrap, and that carry into and out of the blocks whose hash is
    /// kept.
    #[test]
    fn candidates_are_hashes_of_the_next_numbers() {
        let padded = |x: &BigUint, length| {
            let digits = x.to_bytes_be();
            [alloc::vec![0; length - digits.len()], digits].concat()
        };
        for length in [1, 2, 32, 63, 64, 65, 128, 129, 200] {
            let modulus = BigUint::from(1_u8) << (8 * length);
            // Two numbers before a carry through all bytes, through all but one, and through half of them.
            let seeds = [8 * length, 8 * (length - 1), 8 * (length / 2)]
                .map(|bits| (BigUint::from(1_u8) << bits) + &modulus - 3_u8)
                .map(|x| padded(&(x % &modulus), length));
            for (seed, bits) in seeds.iter().zip([256, 264, 1024]) {
                let mut number = BigUint::from_bytes_be(seed);
                for found in candidates(seed, bits, &[1, bits - 1]).take(8) {
                    let mut bytes = Vec::new();
                    while bytes.len() < bits / 8 {
                        number = (number + 1_u8) % &modulus;
                        bytes.extend(Sha256::digest(padded(&number, length)));
                    }
                    bytes.truncate(bits / 8);
                    bytes[0] |= 0x80;
                    *bytes.last_mut().unwrap() |= 3;
                    assert_eq!(found, Natural::from_be_bytes(&bytes), "{seed:?}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "whole bytes")]
    fn a_candidate_of_a_part_of_a_byte_panics() {
        let _ = hash_prime(b"seed", 263, &[262]);
    }

    #[test]
    fn a_seed_has_so_many_candidates() {
        assert_eq!(candidates(b"seed", 8, &[]).count(), 1 << 16);
    }
}
