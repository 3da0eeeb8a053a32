//! The inputs of the native benches, which are the same for powmod and its peers.

use num_traits::One;
use powmod::Natural;
use rand::{RngExt, SeedableRng, rngs::SmallRng};

/// A number of exactly `bits` bits, which the seed determines.
pub fn number(bits: usize, seed: u64) -> Natural {
    let rng = &mut SmallRng::seed_from_u64(seed);
    let mut limbs: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
    limbs[(bits - 1) / 32] |= 1 << ((bits - 1) % 32);
    Natural::from_limbs(limbs).low_bits(bits)
}

/// An odd number of exactly `bits` bits, which the seed determines.
pub fn odd_number(bits: usize, seed: u64) -> Natural {
    let number = number(bits, seed);
    if number.bit(0) { number } else { &number + &Natural::one() }
}
