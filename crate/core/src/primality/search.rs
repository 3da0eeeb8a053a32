//! The search for a random prime: a sieve removes the numbers with small factors, and the rest is
//! tested one by one.
//!
//! A *safe* prime is a prime p for which q = (p − 1)/2 is a prime too. Above 5 all of them are 3 modulo
//! 4, so the search walks over these numbers, and over odd numbers for other primes.
//!
//! ```
//! use powmod::{Natural, primality::Candidates};
//!
//! let candidates = Candidates::new(Natural::from(1_000_001_u32), false)?;
//! let indices = candidates.sieve(100);
//! let index = candidates.first_prime(&indices, &[Natural::from(2_u32)]).expect("a prime");
//! assert_eq!(candidates.number(index), Natural::from(1_000_003_u32));
//! # Ok::<(), powmod::Error>(())
//! ```

use super::{
    lucas::is_strong_lucas_probable_prime,
    strong::{is_strong_probable_prime_to_2, passes_strong_tests},
};
use crate::{error::Error, natural::Natural, small_primes::primes_below};
use alloc::{vec, vec::Vec};

/// The numbers `first` + i·step for the indices i = 0, 1, 2, …, with a step of 2, or of 4 for safe primes.
#[must_use]
pub struct Candidates {
    first: Natural,
    /// Whether safe primes are searched. Then the step is 4, and otherwise 2.
    safe: bool,
}

/// The highest bound of the sieve: a sieve with more primes takes too much memory.
const MAX_SIEVED: u64 = 1 << 22;

impl Candidates {
    /// The candidates from an odd number of at least 3 on; for safe primes, from one that is 3 modulo 4 and at least 7.
    ///
    /// # Errors
    /// [`Kind::Argument`](crate::Kind::Argument), field `first`, for any other number.
    pub fn new(first: Natural, safe: bool) -> Result<Self, Error> {
        let step_bits = if safe { 2 } else { 1 };
        if first.bits() <= step_bits || first.window(0, step_bits) != (1 << step_bits) - 1 {
            return Err(Error::argument(
                "first",
                "must be odd and at least 3, and for safe primes 3 modulo 4 and at least 7",
            ));
        }
        Ok(Self { first, safe })
    }

    /// The candidate of an index: `first` + 2·index, or `first` + 4·index for safe primes.
    #[must_use]
    pub fn number(&self, index: u32) -> Natural {
        &self.first + &(&Natural::from(index) << self.step_bits())
    }

    /// log2 of the step.
    fn step_bits(&self) -> usize {
        if self.safe { 2 } else { 1 }
    }

    /// The primes below this bound divide out candidates. A larger bound takes longer than the tests
    /// that it saves: the best one is about here for 512 to 2048 bits.
    fn bound(&self) -> u32 {
        // The square of a length needs more than 32 bits.
        let bits = self.first.bits() as u64;
        let best = if self.safe { 2 * bits * bits } else { bits * bits / 8 };
        // Below the least number that must be prime, so that no prime divides itself out.
        let least = &self.first >> usize::from(self.safe);
        let least = if least.bits() > 32 { u32::MAX } else { least.window(0, 32) };
        least.min(best.min(MAX_SIEVED) as u32)
    }

    /// The indices below `count` of the candidates that no prime below the bound divides. For safe
    /// primes, none divides (candidate − 1)/2 either.
    #[must_use]
    pub fn sieve(&self, count: u32) -> Vec<u32> {
        let mut composite = vec![false; count as usize];
        for p in primes_below(self.bound()).skip(1) {
            let rest = self.first.rem_small(p);
            // p divides the candidates with i·step ≡ −first, and (candidate − 1)/2 where
            // i·step ≡ 1 − first.
            for dividend in [p - rest, p + 1 - rest].into_iter().take(1 + usize::from(self.safe)) {
                let halved = |x: u32, _| if x.is_multiple_of(2) { x / 2 } else { (x + p) / 2 };
                let index = (0..self.step_bits()).fold(dividend, halved) % p;
                let multiples = composite.iter_mut().skip(index as usize).step_by(p as usize);
                multiples.for_each(|composite| *composite = true);
            }
        }
        (0..count).filter(|&i| !composite[i as usize]).collect()
    }

    /// The first of these indices, which [`sieve`](Self::sieve) gave, whose candidate is a probable
    /// prime, or a probable safe prime.
    ///
    /// A prime passes the Baillie–PSW test and the strong tests to all `bases`. For a safe prime, q
    /// passes these, and p only the test to base 2: if q is prime, this proves that p is too
    /// (Pocklington's criterion, because gcd(2² − 1, p) = 1).
    #[must_use]
    pub fn first_prime(&self, indices: &[u32], bases: &[Natural]) -> Option<u32> {
        indices.iter().copied().find(|&i| {
            let p = self.number(i);
            let q = if self.safe { &p >> 1 } else { p.clone() };
            is_strong_probable_prime_to_2(&q)
                && (!self.safe || is_strong_probable_prime_to_2(&p))
                && is_strong_lucas_probable_prime(&q)
                && passes_strong_tests(&q, bases)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use num_traits::{One, Zero};

    /// Numbers of `bits` bits that are 3 modulo 4, and look random.
    fn starts(bits: usize) -> impl Iterator<Item = BigUint> {
        let mut x = BigUint::from(0x9e37_79b9_u32);
        core::iter::repeat_with(move || {
            x = (&x * &x + 12345_u32) % (BigUint::one() << bits);
            (&x | (BigUint::one() << (bits - 1))) | BigUint::from(3_u8)
        })
    }

    fn candidates(first: &BigUint, safe: bool) -> Candidates {
        Candidates::new(first.into(), safe).unwrap()
    }

    #[test]
    fn a_first_number_that_is_no_candidate_is_refused() {
        for (first, plain, safe) in [(0_u32, false, false), (1, false, false), (2, false, false)]
            .into_iter()
            .chain([(3, true, false), (5, true, false), (7, true, true), (10, false, false)])
        {
            let is_taken = |safe| Candidates::new(first.into(), safe).is_ok();
            assert_eq!([is_taken(false), is_taken(true)], [plain, safe], "{first}");
        }
    }

    #[test]
    fn the_first_prime_is_the_least() {
        let mut is_prime = vec![false; 20_000];
        primes_below(20_000).for_each(|p| is_prime[p as usize] = true);
        let bases = [3_u32, 0, 5].map(Natural::from);
        for first in (3..10_000_u32).step_by(2) {
            for safe in [false, true] {
                if safe && (first % 4 != 3 || first < 7) {
                    continue;
                }
                let step = if safe { 4 } else { 2 };
                let holds = |n: u32| is_prime[n as usize] && (!safe || is_prime[n as usize / 2]);
                let expected = (0..700).find(|i| holds(first + i * step));
                let search = Candidates::new(first.into(), safe).unwrap();
                let found = search.first_prime(&search.sieve(700), &bases);
                assert_eq!(found, expected, "{first}");
                // The sieve must not be what finds it.
                if first > 1000 {
                    let all: Vec<u32> = (0..700).collect();
                    assert_eq!(search.first_prime(&all, &bases), expected, "{first}");
                }
            }
        }
    }

    #[test]
    fn the_sieve_leaves_the_numbers_without_small_factors() {
        for bits in [20, 33, 64, 90, 200] {
            for (first, safe) in starts(bits).take(6).zip([false, true].into_iter().cycle()) {
                let search = candidates(&first, safe);
                let primes: Vec<u32> = primes_below(search.bound()).collect();
                let (step, count) = if safe { (4_u32, 5000) } else { (2, 300) };
                let is_left = |i: &u32| {
                    let p = &first + i * step;
                    let q: BigUint = &p >> 1;
                    let divides = |&d: &u32| (&p % d).is_zero() || (safe && (&q % d).is_zero());
                    !primes.iter().any(divides)
                };
                let expected: Vec<u32> = (0..count).filter(is_left).collect();
                assert_eq!(search.sieve(count), expected, "{first}");
            }
        }
    }

    #[test]
    fn the_bound_grows_with_the_length_and_stays_below_the_candidates() {
        let bound = |first: &BigUint, safe| candidates(first, safe).bound();
        for (bits, plain, safe) in [(512, 1 << 15, 1 << 19), (1024, 1 << 17, 1 << 21)] {
            let first = starts(bits).next().unwrap();
            assert_eq!([bound(&first, false), bound(&first, true)], [plain, safe]);
        }
        for (bits, plain) in [(4096, 1 << 21), (65_536, 1 << 22)] {
            let first = starts(bits).next().unwrap();
            assert_eq!([bound(&first, false), bound(&first, true)], [plain, 1 << 22]);
        }
        for (first, plain, safe) in [(7_u32, 1, 3), (11, 2, 5), (59, 4, 29), (1019, 12, 200)] {
            let first = BigUint::from(first);
            assert_eq!([bound(&first, false), bound(&first, true)], [plain, safe]);
        }
    }

    #[test]
    fn pseudoprimes_are_no_primes() {
        let finds = |first: u32, safe, bases: &[Natural]| {
            Candidates::new(first.into(), safe).unwrap().first_prime(&[0], bases)
        };
        // Strong pseudoprimes to base 2, and strong Lucas pseudoprimes.
        for n in [2047, 3277, 4033, 4681, 8321, 5459, 5777, 10877, 16109, 18971] {
            assert_eq!(finds(n, false, &[]), None, "{n}");
        }
        // A prime with a composite half, a composite with a prime half, and a safe prime.
        assert_eq!(finds(19, true, &[]), None);
        assert_eq!(finds(27, true, &[]), None);
        assert_eq!(finds(23, true, &[]), Some(0));
    }
}
