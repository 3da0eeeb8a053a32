//! Secret random numbers: exponents and primes, from a generator of `rand_core`, which must be secure.

use crate::{
    error::Error,
    modulus::Odd,
    natural::{Natural, limbs_from_be_bytes, sub_in_place},
    secret::{
        crt::{KeptKey, odd},
        number::{Limbs, Secret},
        strong::StrongTests,
    },
};
use alloc::vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// A secret number that is uniform in [1, n), in as many bytes as `n` has: an exponent for a group of order n.
///
/// The function draws numbers as long as `n` until one is in range: on average about two at most, for n above 4.
/// From the time others learn how many it drew, and nothing of the one that it took.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `n`, if there is no such number.
pub fn random_exponent(
    n: &Natural,
    generator: &mut (impl CryptoRng + ?Sized),
) -> Result<Secret, Error> {
    if n.bits() < 2 {
        return Err(Error::argument("n", "must be above 1"));
    }
    let mut bytes = Zeroizing::new(vec![0; n.bits().div_ceil(8)]);
    loop {
        generator.fill_bytes(&mut bytes);
        bytes[0] &= u8::MAX >> (8 * bytes.len() - n.bits());
        let mut limbs = Zeroizing::new(limbs_from_be_bytes(&bytes));
        let any = limbs.iter().fold(0, |all, limb| all | limb);
        if sub_in_place(&mut limbs, n.limbs()) == 1 && any != 0 {
            return Ok(bytes.into());
        }
    }
}

/// The product of the odd primes up to 29, which is one of the divisors that a compiler divides by without a division.
const SMALL_PRIMES: u64 = 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29;

/// The bits of the shortest prime and of the longest.
const MIN_BITS: usize = 256;
const MAX_BITS: usize = 1 << 14;

/// A secret probable prime of exactly `bits` bits. Its two highest bits are set, so that a product of
/// two such primes is as long as both together, and it is 3 modulo 4. The probability that it is composite is below
/// 2^−112 (Damgård, Landrock, Pomerance, "Average case error estimates for the strong probable prime test", 1993).
///
/// Each candidate is drawn anew. From the time others learn how many were drawn, and which of them small primes
/// divide. They learn nothing of the prime, which passes all tests in the same time as any other. The function wipes
/// the candidates.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `bits`, if they are not from 256 to 2^14.
pub fn random_prime(
    bits: usize,
    generator: &mut (impl CryptoRng + ?Sized),
) -> Result<Secret, Error> {
    if !(MIN_BITS..=MAX_BITS).contains(&bits) {
        return Err(Error::argument("bits", "must be from 256 to 2^14"));
    }
    let mut bytes = Zeroizing::new(vec![0; bits.div_ceil(8)]);
    loop {
        generator.fill_bytes(&mut bytes);
        let last = bytes.len() - 1;
        let excess = 8 * bytes.len() - bits;
        bytes[0] &= u8::MAX >> excess;
        bytes[0] |= 0x80 >> excess;
        // The second bit may be in the next byte.
        bytes[usize::from(excess == 7)] |= if excess == 7 { 0x80 } else { 0x40 >> excess };
        bytes[last] |= 3;
        let candidate = Odd::new(Natural::from_be_bytes(&bytes)).expect("an odd number");
        let rest = candidate.limbs().iter().rev();
        let rest = rest.fold(0, |rest, &limb| (rest << 32 | u64::from(limb)) % SMALL_PRIMES);
        if [3, 5, 7, 11, 13, 17, 19, 23, 29].iter().any(|p| rest.is_multiple_of(*p)) {
            continue;
        }
        if is_probable_prime(candidate, number_of_tests(bits), generator)? {
            return Ok(bytes.into());
        }
    }
}

/// How many strong tests a prime must pass. Of all odd numbers of its length that pass them, the share of composite
/// ones is below 2^−114. The candidates are a quarter of these numbers, so among the candidates the share is below
/// 2^−112.
fn number_of_tests(bits: usize) -> usize {
    match bits {
        ..512 => 32,
        512..1024 => 10,
        1024.. => 8,
    }
}

/// Whether p passes so many strong tests to random bases.
fn is_probable_prime(
    p: Odd,
    tests: usize,
    generator: &mut (impl CryptoRng + ?Sized),
) -> Result<bool, Error> {
    let mut base = Zeroizing::new(vec![0; p.bits().div_ceil(8)]);
    let mut strong = StrongTests::new(p);
    for _ in 0..tests {
        generator.fill_bytes(&mut base);
        if !strong.passes(&Limbs::new(limbs_from_be_bytes(&base)))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A new RSA key of `bits` bits with this public exponent, big-endian: usually 65537, `&[1, 0, 1]`. From the
/// time others learn as much as from that of [`random_prime`], and how many primes were dropped because p − 1 has a
/// common factor with e.
///
/// # Errors
/// [`Kind::Argument`](crate::Kind::Argument), field `bits`, if they are not from 512 to 2^15, or `e`, if it is even or
/// 1.
pub fn random_key(
    bits: usize,
    e: &[u8],
    generator: &mut (impl CryptoRng + ?Sized),
) -> Result<KeptKey, Error> {
    if !(2 * MIN_BITS..=2 * MAX_BITS).contains(&bits) {
        return Err(Error::argument("bits", "must be from 512 to 2^15"));
    }
    let _odd = odd("e", e)?;
    loop {
        let [p, q] = [bits.div_ceil(2), bits / 2].map(|bits| random_prime(bits, generator));
        if let Some(key) = KeptKey::from_primes(&p?, &q?, e)? {
            return Ok(key);
        }
    }
}

#[cfg(test)]
mod tests {
    /// The theorem for 3 ≤ t ≤ k/9: k^(3/2)·2^t·t^(−1/2)·4^(2 − √(t·k)).
    #[test]
    fn the_tests_are_enough_for_each_length() {
        for bits in 288..=1 << 14 {
            let (k, t) = (bits as f64, super::number_of_tests(bits) as f64);
            let log = 1.5 * k.log2() + t - t.log2() / 2.0 + 4.0 - 2.0 * (t * k).sqrt();
            assert!(log < -114.0, "{bits} bits: 2^{log}");
        }
    }
}
