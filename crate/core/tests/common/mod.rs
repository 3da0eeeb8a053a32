//! Random primes, small groups, and the verification for tests of proofs.

use num_traits::One;
use powmod::{
    Error, Modulus, Natural,
    primality::is_probable_prime,
    vdf::{self, Group, Options, Proof, Share, verify_in_shares},
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
pub fn verify(group: &mut Group, proof: &Proof, options: &Options) -> Result<bool, Error> {
    let verdict = vdf::verify(group, proof, options);
    let mut numbers = [proof.input.clone(), proof.output.clone()];
    for round in 0..=proof.values.len() {
        let mut advance =
            |share| verify_in_shares(group, proof, options, round, numbers.clone(), share);
        let rest = advance(None).map(|y| y.is_some());
        assert_eq!(rest, verdict, "after {round} rounds");
        if round == proof.values.len() {
            break;
        }
        match [advance(Some(Share::First)), advance(Some(Share::Second))] {
            [Ok(Some(first)), Ok(Some(second))] => numbers = [first, second],
            shares => {
                assert!(shares.iter().all(|share| share.as_ref().err() == verdict.as_ref().err()));
                break;
            }
        }
    }
    verdict
}
