//! The numbers that native benches work on: the same for powmod and for its peers.

use num_bigint::BigUint;
use num_traits::{FromBytes, ToBytes};
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

/// The same number for num-bigint.
pub fn peer(x: &Natural) -> BigUint {
    BigUint::from_bytes_be(&ToBytes::to_be_bytes(x))
}

/// The same number from num-bigint.
pub fn from_peer(x: &BigUint) -> Natural {
    Natural::from_be_bytes(&x.to_bytes_be())
}
