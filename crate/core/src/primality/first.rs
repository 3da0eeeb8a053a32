//! The first prime of a sequence, and powers of two, by arithmetic on several numbers at once.

use super::{
    arithmetic::SearchArithmetic,
    lucas::is_strong_lucas_probable_prime_by,
    on_kernel::LONG,
    strong::are_strong_probable_primes,
    trial::{small_primes, small_primes_of_long},
};
use crate::{modulus::montgomery::Montgomery, natural::Natural, small_primes::SmallPrimes};
use core::array;
use powmod_kernel::{CANDIDATES_AT_ONCE, OfMoreBits, short::Short};

/// The longest numbers that are tested several at once.
const AT_ONCE_BITS: usize = 1024;

/// The first probable prime of at most `bits` bits in a sequence, and its index. From 257 bits to 1024 the build may
/// test several numbers at once.
#[inline(always)] // A caller that knows its length needs one arithmetic.
pub fn first_prime(
    bits: usize,
    numbers: impl Iterator<Item = Natural>,
) -> Option<(usize, Natural)> {
    // By `move` the length stays out of memory, where the compiler would lose what it knows of it.
    let fitting = numbers.enumerate().filter(move |(_, n)| n.bits() <= bits);
    if bits <= 256 {
        return first_prime_by::<1, Short>(small_primes(), fitting);
    }
    let small = if bits > LONG { small_primes_of_long() } else { small_primes() };
    match bits <= AT_ONCE_BITS {
        true => first_prime_by::<CANDIDATES_AT_ONCE, OfMoreBits<Montgomery>>(small, fitting),
        false => first_prime_by::<1, Montgomery>(small, fitting),
    }
}

/// 2^e mod n; `None` if n is even or 1, or has more than 1024 bits. The arithmetic is that of [`first_prime`].
#[must_use]
pub fn power_of_two(e: &Natural, n: &Natural) -> Option<Natural> {
    let takes = !n.is_even() && (2..=AT_ONCE_BITS).contains(&n.bits());
    takes.then(|| power_of_two_by::<CANDIDATES_AT_ONCE, OfMoreBits<Montgomery>>(e, n))
}

pub(super) fn power_of_two_by<const L: usize, P: SearchArithmetic<L>>(
    e: &Natural,
    n: &Natural,
) -> Natural {
    let mut modulo = P::new([n; L]);
    let powers = modulo.powers([e; L], 1);
    let [power, ..] = &modulo.from_montgomery(&powers[0])[..] else {
        unreachable!("there is a lane")
    };
    power.clone()
}

/// The first probable prime in a sequence, and its index, by the strong test on `L` numbers at once.
pub(super) fn first_prime_by<const L: usize, P: SearchArithmetic<L>>(
    small: &SmallPrimes,
    numbers: impl Iterator<Item = (usize, Natural)>,
) -> Option<(usize, Natural)> {
    // A small prime divides itself, so a small prime stays.
    let is_left = |n: &Natural| small.factor_of(n).is_none_or(|p| n == &Natural::from(p));
    let is_taken = |n: &Natural| !n.is_even();
    let mut rest = numbers.filter(|(_, n)| n.bits() > 1 && is_left(n));
    loop {
        let first = rest.next()?;
        if !is_taken(&first.1) {
            return Some(first);
        }
        let mut some: [_; L] = array::from_fn(|_| first.clone());
        for (place, next) in some.iter_mut().skip(1).zip(&mut rest) {
            *place = next;
        }
        let taken = some.each_ref().map(|(_, n)| if is_taken(n) { n } else { &first.1 });
        let passes = are_strong_probable_primes::<L, P>(taken);
        for (found, passes) in some.into_iter().zip(passes) {
            if !is_taken(&found.1)
                || passes && is_strong_lucas_probable_prime_by(P::new_chain, &found.1)
            {
                return Some(found);
            }
        }
    }
}
