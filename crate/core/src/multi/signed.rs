//! `signed`: each base has its own digits with a sign, and all bases share one chain of squarings (Möller,
//! "Algorithms for multi-exponentiation", 2001, with the digits of Solinas, "Efficient arithmetic on Koblitz
//! curves", 2000; for groups with free inverses Morain, Olivos, 1990).
//!
//! The digits of a window of w bits are 0 or odd, and below 2^(w−1) in absolute value. Of w consecutive digits at
//! most one is not 0, and in the mean one in w + 1 is not. A lookup table takes one squaring and
//! 2^(w−2) − 1 products, and each digit that is not 0 takes one product.

use super::Table;
use crate::{
    monoid::{Commutative, Invertible},
    natural::Natural,
    plan,
    pow::windows,
};
use alloc::vec::Vec;
use num_traits::Zero;

pub use crate::plan::signed_window;

/// The odd powers of a base: a lookup table, or another way to them.
pub trait OddPowers<M: Commutative> {
    /// The width of the digits' windows.
    fn window(&self) -> u32;

    /// base^digit, for an odd digit below 2^(window − 1).
    ///
    /// # Panics
    /// If the powers are of another monoid, as [`Monoid::fingerprint`](crate::monoid::Monoid::fingerprint) tells.
    fn power(&self, monoid: &mut M, digit: usize) -> M::Element;
}

impl<M: Commutative> OddPowers<M> for Table<M::Element> {
    fn window(&self) -> u32 {
        self.window() + 1
    }

    fn power(&self, monoid: &mut M, digit: usize) -> M::Element {
        self.check(monoid);
        self.power(digit).clone()
    }
}

/// ∏ x^e over the terms (x, e), with windows of `window(e)` bits for the exponent e.
///
/// # Panics
/// If a window is below 2 or above 16.
pub fn multi_pow<M: Commutative + Invertible>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: impl Fn(&Natural) -> u32,
) -> M::Element {
    let terms: Vec<_> = terms.iter().filter(|(_, e)| !e.is_zero()).collect();
    let tables: Vec<_> = terms.iter().map(|(x, e)| Table::new(monoid, x, window(e) - 1)).collect();
    let powers = tables.iter().map(|table| table as &dyn OddPowers<M>);
    let pairs: Vec<_> = powers.zip(&terms).map(|(powers, (_, e))| (powers, *e)).collect();
    with_powers(monoid, &pairs)
}

/// ∏ x^e over the terms (powers of x, e).
///
/// # Panics
/// If a window is below 2 or above 16, or a table is of another monoid.
pub fn with_powers<M: Commutative + Invertible>(
    monoid: &mut M,
    terms: &[(&dyn OddPowers<M>, &Natural)],
) -> M::Element {
    let rising = terms.iter().map(|(powers, e)| digits(e, powers.window())).collect();
    let mut factors = Vec::new();
    for (i, digit) in windows::falling(rising, |digit| digit.low) {
        let mut factor = terms[i].0.power(monoid, digit.value.unsigned_abs() as usize);
        if digit.value < 0 {
            monoid.invert(&mut factor);
        }
        factors.push((digit.low, factor));
    }
    windows::evaluate(monoid, factors.iter().map(|(low, factor)| (*low, factor)))
}

/// A digit that is not 0. It stands for 2^low · value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    /// The place of the digit.
    pub low: usize,
    /// Odd, and below 2^(window − 1) in absolute value.
    pub value: i32,
}

/// The digits of e that are not 0, from the lowest up.
///
/// # Panics
/// If the window is below 2 or above 16.
pub(crate) fn digits(e: &Natural, window: u32) -> Vec<Digit> {
    assert!((2..=plan::MAX_WINDOW).contains(&window), "a window of 2 bits or more");
    let mut digits = Vec::new();
    // The rest of e is ⌊e / 2^low⌋ + carry.
    let (mut low, mut carry) = (0, 0);
    while low < e.bits() || carry > 0 {
        let value = e.window(low, window as usize) as i32 + carry;
        if value % 2 == 0 {
            low += 1;
            continue;
        }
        carry = value >> (window - 1);
        digits.push(Digit { low, value: value - (carry << window) });
        low += window as usize;
    }
    digits
}
