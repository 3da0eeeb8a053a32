//! The numbers that native benches work on: the same for powmod and for its peers.

use num_traits::ToBytes;
use powmod::Natural;
use rand::{Rng, SeedableRng, rngs::SmallRng};

/// A number of exactly so many bits, odd; the same each time for the same seed.
pub fn odd_number(bits: usize, seed: u64) -> Natural {
    let rng = &mut SmallRng::seed_from_u64(seed);
    let mut limbs: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
    limbs[0] |= 1;
    limbs[(bits - 1) / 32] |= 1 << ((bits - 1) % 32);
    Natural::from_limbs(limbs).low_bits(bits)
}

/// Big-endian, which every peer reads and writes.
pub fn bytes(x: &Natural) -> Vec<u8> {
    ToBytes::to_be_bytes(x)
}
