//! Random primes, small groups, and the verification for tests of proofs.

use num_traits::One;
use powmod::{
    Error, Modulus, Natural,
    primality::is_probable_prime,
    vdf::{self, Group, Options, Proof, Share, join_shares},
};
use rand::{Rng, rngs::SmallRng};

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

/// The verdict of `vdf::verify`; after any number of rounds in shares, it is the same.
pub fn verify(group: &Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    let verdict = vdf::verify(group, proof, options);
    let mut numbers = [proof.input.clone(), proof.output.clone()];
    for round in 0..=proof.values.len() {
        if round > 0 {
            let joined = join_shares(group, proof, options, round, numbers.clone());
            assert_eq!(joined, verdict, "after {round} rounds");
        }
        let share = |which| vdf::share(group, proof, options, round, numbers.clone(), which);
        match [share(Share::First), share(Share::Second)] {
            [Ok(None), Ok(None)] => assert_eq!(round, proof.values.len()),
            [Ok(Some(first)), Ok(Some(second))] => numbers = [first, second],
            shares => {
                assert!(shares.iter().all(|share| share.as_ref().err() == verdict.as_ref().err()));
                break;
            }
        }
    }
    verdict
}
