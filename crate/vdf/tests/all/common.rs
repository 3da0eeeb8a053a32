//! Random primes, small groups and tasks for tests of proofs.

use num_traits::One;
use powmod::{Modulus, Natural, primality::is_probable_prime};
use powmod_vdf::{Group, Options, POWMOD_V1, Proof, Scheme, Task};
use rand::{RngExt, rngs::SmallRng};

pub fn random(rng: &mut SmallRng, bits: usize) -> Natural {
    let limbs: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
    Natural::from_limbs(limbs).low_bits(bits)
}

/// The first prime after a random number of `bits` bits.
pub fn prime(rng: &mut SmallRng, bits: usize) -> Natural {
    let mut p = &Natural::power_of_two(bits - 1) + &random(rng, bits - 2);
    if p.is_even() {
        p = &p + &Natural::one();
    }
    while !is_probable_prime(&p) {
        p = &p + &Natural::from(2_u32);
    }
    p
}

/// A group whose modulus is the product of two random primes of `bits` bits each.
pub fn small_group(rng: &mut SmallRng, bits: usize) -> Group {
    let n = &prime(rng, bits) * &prime(rng, bits);
    Group::new(Modulus::new(&n).unwrap()).unwrap()
}

/// A task in powmod-v1 with the default δ.
pub fn task(scheme: Scheme, input: &Natural, iterations: u64, memory: u64) -> Task {
    let (profile, input) = (&POWMOD_V1, input.clone());
    Task { scheme, profile, input, iterations, delta: None, challenge: None, memory }
}

/// Options that accept the profile of a proof, and a short modulus.
pub fn for_any(proof: &Proof) -> Options {
    Options { profile: proof.profile, allow_weak_modulus: true, ..Options::default() }
}
