//! The strong probable prime test (Miller 1976; Rabin 1980): to base 2 for several numbers at once, and
//! to other bases.

use super::arithmetic::SearchArithmetic;
use crate::{
    modulus::{Modulus, montgomery::Montgomery},
    monoid::Monoid,
    natural::Natural,
    pow,
};
use num_traits::{One, Zero};

/// Whether each odd n ≥ 3 passes the test. With n − 1 = d·2^s and odd d, n passes if 2^d ≡ 1, or
/// 2^(d·2^r) ≡ −1 for some r < s. This is the same as: in the sequence 2^d, 2^(2d), …, 2^((n−1)/2),
/// the last number that is not 1 is −1, or every number is 1.
pub fn are_strong_probable_primes<const L: usize, P: SearchArithmetic<L>>(
    n: [&Natural; L],
) -> [bool; L] {
    let minus_one = n.map(|n| n.checked_sub(&Natural::one()).expect("n is positive"));
    let s = minus_one.each_ref().map(Natural::trailing_zeros);
    let half = minus_one.each_ref().map(|minus_one| minus_one >> 1);
    let mut modulo = P::new(n);
    let powers = modulo.powers(half.each_ref(), s.into_iter().max().unwrap_or(1));
    let mut passes: [Option<bool>; L] = [None; L];
    for (i, power) in powers.iter().rev().enumerate() {
        if (0..L).all(|lane| passes[lane].is_some() || i >= s[lane]) {
            break;
        }
        let left = modulo.leave(power);
        for lane in 0..L {
            if passes[lane].is_none() && i < s[lane] && !left[lane].is_one() {
                passes[lane] = Some(left[lane] == minus_one[lane]);
            }
        }
    }
    passes.map(|passes| passes.unwrap_or(true))
}

/// Whether an odd n ≥ 3 passes the test.
pub fn is_strong_probable_prime_to_2(n: &Natural) -> bool {
    are_strong_probable_primes::<1, Montgomery>([n])[0]
}

/// Whether an odd n ≥ 3 passes the strong test to each of these bases. With n − 1 = d·2^s and odd d, n
/// passes if base^d ≡ 1, or base^(d·2^r) ≡ −1 for some r < s. A multiple of n is no base to test.
pub fn passes_strong_tests(n: &Natural, bases: &[Natural]) -> bool {
    let mut modulus = Modulus::new(n).expect("n is positive");
    let minus_one = n.checked_sub(&Natural::one()).expect("n is positive");
    let s = minus_one.trailing_zeros();
    let d = &minus_one >> s;
    bases.iter().all(|base| {
        let base = modulus.enter(base);
        if modulus.leave(&base).is_zero() {
            return true;
        }
        let mut power = pow::pow(&mut modulus, &base, &d);
        let left = modulus.leave(&power);
        let mut passes = left.is_one() || left == minus_one;
        for _ in 1..s {
            modulus.square(&mut power, 1);
            passes = passes || modulus.leave(&power) == minus_one;
        }
        passes
    })
}
