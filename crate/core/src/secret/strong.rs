//! The strong probable prime test (Miller 1976; Rabin 1980) of a secret number.

use super::{
    number::{Limbs, are_equal, is},
    power::multi_pow,
};
use crate::{
    error::Error,
    modulus::{Odd, montgomery::Montgomery},
    monoid::Monoid,
    natural::{Natural, be_bytes_from_limbs, strip_twos},
    small_primes::primes_below,
};
use alloc::{vec, vec::Vec};
use powmod_kernel::active;
use zeroize::{Zeroize, Zeroizing};

/// The tests of one number p. Time and addresses depend on the length of p and on `twos`; to prepare them takes time
/// that may depend on p. What they compute is overwritten.
pub(super) struct StrongTests {
    ring: Montgomery,
    /// p − 1 without these factors of 2, big-endian.
    rest: Zeroizing<Vec<u8>>,
    /// How often 2 divides p − 1.
    twos: usize,
    one: Vec<u32>,
    minus_one: Limbs,
}

impl StrongTests {
    pub(super) fn new(p: Odd) -> Self {
        Self::with(p, strip_twos)
    }

    /// Euler's test, which is weaker: it takes p − 1 to have one factor of 2, so that time does not depend on how many
    /// there are.
    fn of_euler(p: Odd) -> Self {
        Self::with(p, |rest| {
            for i in 0..rest.len() {
                rest[i] = rest[i] >> 1 | rest.get(i + 1).map_or(0, |next| next << 31);
            }
            1
        })
    }

    /// `strip` takes factors of 2 off p − 1, and counts them.
    fn with(p: Odd, strip: impl Fn(&mut [u32]) -> usize) -> Self {
        let mut rest = Limbs::new(p.limbs().to_vec());
        rest[0] ^= 1;
        let minus_one = rest.clone();
        let twos = strip(&mut rest);
        let mut one = vec![0; rest.len()];
        one[0] = 1;
        let rest = be_bytes_from_limbs(&rest, 4 * rest.len()).into();
        let descriptor = active(p.bits());
        Self { ring: Montgomery::new(p, descriptor), rest, twos, one, minus_one }
    }

    /// Whether base^rest is 1, or a square of it before base^(p − 1) is −1.
    pub(super) fn passes(&mut self, base: &[u32]) -> Result<bool, Error> {
        let Self { ring, rest, twos, one, minus_one } = self;
        let mut terms = [(ring.limbs_to_montgomery(base), &rest[..])];
        let power = multi_pow(ring, &terms, 8 * rest.len()).map(Zeroizing::new);
        terms[0].0.zeroize();
        let mut power = power?;
        let mut passes = are_equal(&Limbs::new(ring.limbs_from_montgomery(&power)), one);
        for i in 0..*twos {
            if i > 0 {
                ring.square(&mut power, 1);
            }
            passes |= are_equal(&Limbs::new(ring.limbs_from_montgomery(&power)), minus_one);
        }
        Ok(passes)
    }
}

impl Drop for StrongTests {
    fn drop(&mut self) {
        self.ring.wipe_workspace();
    }
}

/// Whether a secret odd number above 1 is a prime. To 81 bits this is certain: the first thirteen primes as bases are
/// right below 3·10^24 (Sorenson, Webster, "Strong pseudoprimes to twelve prime bases", 2017). Of longer numbers at
/// random that pass one test of Fermat, hardly any is composite: to 10^100 a share below 2.77·10^−8 (Kim, Pomerance,
/// "The probability that a random probable prime is composite", 1989), and less of longer ones. One that was made for
/// that passes. Time and addresses depend on the length of p, to 81 bits also on how often 2 divides p − 1.
pub(super) fn is_prime(p: &[u32]) -> Result<bool, Error> {
    let odd = Odd::new(Natural::from_limbs(p.to_vec())).expect("an odd number above 1");
    let (bases, mut tests) = match odd.bits() {
        ..=81 => (13, StrongTests::new(odd)),
        82..=332 => (2, StrongTests::of_euler(odd)),
        _ => (1, StrongTests::of_euler(odd)),
    };
    let mut passes = true;
    for base in primes_below(42).take(bases) {
        passes &= tests.passes(&[base])? | is(base, p);
    }
    Ok(passes)
}
