//! `interleaved`: each base has its own sliding windows and lookup table, and all bases share one
//! chain of squarings (Möller; Attias, Vigneri, Dimitrov, section 3.4).
//!
//! The method computes n·2^(w−1) table entries, and needs nk/(w+1) products. Exponents of unequal
//! length cost nothing extra, because each window width follows its own exponent's length.

use crate::{
    monoid::Commutative,
    natural::Natural,
    pow::windows::{self, Digit},
};
use alloc::vec::Vec;
use num_traits::Zero;

/// ∏ x^e over the terms (x, e), with windows of `window(e)` bits for the exponent e.
///
/// # Panics
/// If a window is 0 or above 16.
pub fn multi_pow<M: Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: impl Fn(&Natural) -> u32,
) -> M::Element {
    let mut tables = Vec::with_capacity(terms.len());
    let mut exponents = Vec::with_capacity(terms.len());
    for (x, e) in terms.iter().filter(|(_, e)| !e.is_zero()) {
        tables.push(Table::new(monoid, x, window(e)));
        exponents.push(*e);
    }
    let pairs: Vec<_> = tables.iter().zip(exponents).collect();
    with_tables(monoid, &pairs)
}

/// A lookup table: the odd powers of a base below 2^window. It serves any number of calls.
#[derive(Clone)]
pub struct Table<E> {
    fingerprint: u64,
    window: u32,
    powers: Vec<Option<E>>,
}

impl<E: Clone> Table<E> {
    /// Makes the table with one squaring and 2^(window − 1) − 1 products.
    ///
    /// # Panics
    /// If the window is 0 or above 16.
    pub fn new<M: Commutative<Element = E>>(monoid: &mut M, base: &E, window: u32) -> Self {
        let powers = windows::odd_products(monoid, core::slice::from_ref(base), window);
        Self { fingerprint: monoid.fingerprint(), window, powers }
    }

    /// # Panics
    /// If the table is of another monoid.
    pub(super) fn check<M: Commutative<Element = E>>(&self, monoid: &M) {
        assert!(self.fingerprint == monoid.fingerprint(), "a table of another monoid");
    }

    /// The width of the windows.
    pub(super) fn window(&self) -> u32 {
        self.window
    }

    /// base^digit, for an odd digit below 2^window.
    pub(super) fn power(&self, digit: usize) -> &E {
        self.powers[digit].as_ref().expect("an odd digit")
    }
}

/// ∏ x^e over the terms (lookup table of x, e).
///
/// # Panics
/// If a table is of another monoid, as [`Monoid::fingerprint`](crate::monoid::Monoid::fingerprint) tells.
pub fn with_tables<M: Commutative>(
    monoid: &mut M,
    terms: &[(&Table<M::Element>, &Natural)],
) -> M::Element {
    let mut rising: Vec<Vec<Digit>> = Vec::with_capacity(terms.len());
    for (table, e) in terms {
        table.check(monoid);
        let mut digits = windows::sliding(&[e], table.window);
        digits.reverse();
        rising.push(digits);
    }
    let digits = windows::falling(rising, |digit| digit.low);
    windows::evaluate(monoid, digits.map(|(i, digit)| (digit.low, terms[i].0.power(digit.value))))
}
