//! The first prime of a sequence, and powers of two, by arithmetic on several numbers at once. They check nothing.

use super::{
    arithmetic::SearchArithmetic, lucas::is_strong_lucas_probable_prime_by, on_kernel::LONG,
    small_primes, small_primes_of_long, strong::are_strong_probable_primes,
};
use crate::{modulus::montgomery::Montgomery, natural::Natural, small_primes::SmallPrimes};
use core::array;
use powmod_kernel::{CANDIDATES_AT_ONCE, Of256Bits, OfMoreBits};

/// The first probable prime in an endless sequence of numbers above 1 of at most 256 bits, and its index.
///
/// # Panics
/// If the sequence ends.
#[cfg_attr(not(feature = "vdf"), allow(dead_code, reason = "delay proofs need it"))]
pub fn first_prime(numbers: impl Iterator<Item = Natural>) -> (usize, Natural) {
    let found = first_prime_by::<CANDIDATES_AT_ONCE, Of256Bits>(small_primes(), numbers);
    found.expect("an endless sequence")
}

/// The first probable prime in a sequence of odd numbers from 3 on, each of at most `bits` ≤ 1024 bits, and its index.
pub fn first_prime_of_length(
    bits: usize,
    numbers: impl Iterator<Item = Natural>,
) -> Option<(usize, Natural)> {
    debug_assert!(bits <= 1024);
    let small = if bits > LONG { small_primes_of_long() } else { small_primes() };
    first_prime_by::<CANDIDATES_AT_ONCE, OfMoreBits<Montgomery>>(small, numbers)
}

/// 2^e modulo an odd n ≥ 3 of at most 1024 bits, by the arithmetic of [`first_prime_of_length`].
pub fn power_of_two(e: &Natural, n: &Natural) -> Natural {
    power_of_two_by::<CANDIDATES_AT_ONCE, OfMoreBits<Montgomery>>(e, n)
}

pub(super) fn power_of_two_by<const L: usize, P: SearchArithmetic<L>>(
    e: &Natural,
    n: &Natural,
) -> Natural {
    let mut modulo = P::new([n; L]);
    let powers = modulo.powers([e; L], 1);
    let [power, ..] = &modulo.leave(&powers[0])[..] else { unreachable!("there is a lane") };
    power.clone()
}

/// The first probable prime in a sequence of numbers above 1, and its index, by the strong test on `L` numbers at once.
pub(super) fn first_prime_by<const L: usize, P: SearchArithmetic<L>>(
    small: &SmallPrimes,
    numbers: impl Iterator<Item = Natural>,
) -> Option<(usize, Natural)> {
    // A small prime divides itself.
    let is_left = |n: &Natural| small.factor_of(n).is_none_or(|p| n == &Natural::from(p));
    let mut rest = numbers.enumerate().filter(|(_, n)| is_left(n));
    loop {
        let first = rest.next()?;
        let mut some: [_; L] = array::from_fn(|_| first.clone());
        for (place, next) in some.iter_mut().skip(1).zip(&mut rest) {
            *place = next;
        }
        let passes = are_strong_probable_primes::<L, P>(some.each_ref().map(|(_, n)| n));
        for (found, passes) in some.into_iter().zip(passes) {
            if passes && is_strong_lucas_probable_prime_by(P::new_chain, &found.1) {
                return Some(found);
            }
        }
    }
}
