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

/// The test of one odd n ≥ 3. With n − 1 = d·2^s and odd d, n passes if 2^d ≡ 1, or 2^(d·2^r) ≡ −1 for
/// some r < s. This is the same as: in the sequence 2^d, 2^(2d), …, 2^((n−1)/2), the last number that is
/// not 1 is −1, or every number is 1.
struct Test {
    minus_one: Natural,
    half: Natural,
    /// The powers of the sequence that are not yet looked at.
    left: usize,
    passes: Option<bool>,
}

impl Test {
    #[inline(never)]
    fn new(n: &Natural) -> Self {
        let minus_one = n.checked_sub(&Natural::one()).expect("n is positive");
        Self { half: &minus_one >> 1, left: minus_one.trailing_zeros(), minus_one, passes: None }
    }

    /// Looks at the last power that is left.
    #[inline(never)]
    fn look_at(&mut self, power: &Natural) {
        if self.passes.is_some() {
            return;
        }
        self.left -= 1;
        if !power.is_one() {
            self.passes = Some(power == &self.minus_one);
        } else if self.left == 0 {
            self.passes = Some(true);
        }
    }
}

/// Whether each odd n ≥ 3 passes the test.
pub fn are_strong_probable_primes<const L: usize, P: SearchArithmetic<L>>(
    n: [&Natural; L],
) -> [bool; L] {
    let mut tests = n.map(Test::new);
    let count = tests.iter().fold(1, |count, test| count.max(test.left));
    let mut modulo = P::new(n);
    let powers = modulo.powers(tests.each_ref().map(|test| &test.half), count);
    for power in powers.iter().rev() {
        if tests.iter().all(|test| test.passes.is_some()) {
            break;
        }
        for (test, power) in tests.iter_mut().zip(&modulo.from_montgomery(power)) {
            test.look_at(power);
        }
    }
    tests.map(|test| test.passes.unwrap_or(true))
}

/// Whether n passes the strong test to base 2: an odd n ≥ 3, or 2.
#[must_use]
pub fn is_strong_probable_prime_to_2(n: &Natural) -> bool {
    if n.is_even() || n.is_one() {
        return n == &Natural::from(2_u32);
    }
    are_strong_probable_primes::<1, Montgomery>([n])[0]
}

/// Whether an odd n ≥ 3 passes the strong test to each of these bases. With n − 1 = d·2^s and odd d, n
/// passes if base^d ≡ 1, or base^(d·2^r) ≡ −1 for some r < s. A multiple of n is no base to test.
#[must_use]
pub fn passes_strong_tests(n: &Natural, bases: &[Natural]) -> bool {
    let mut modulus = Modulus::new(n).expect("n is positive");
    let minus_one = n.checked_sub(&Natural::one()).expect("n is positive");
    let s = minus_one.trailing_zeros();
    let d = &minus_one >> s;
    bases.iter().all(|base| {
        let base = modulus.to_residue(base);
        if modulus.from_residue(&base).is_zero() {
            return true;
        }
        let mut power = pow::pow(&mut modulus, &base, &d);
        let left = modulus.from_residue(&power);
        let mut passes = left.is_one() || left == minus_one;
        for _ in 1..s {
            modulus.square(&mut power, 1);
            passes = passes || modulus.from_residue(&power) == minus_one;
        }
        passes
    })
}
