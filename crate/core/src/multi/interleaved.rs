//! `interleaved`: each base keeps its own sliding windows and table, and all share one chain of
//! squarings (Möller; Attias, Vigneri, Dimitrov, section 3.4: n·2^(w−1) precomputed, nk/(w+1)
//! products). Exponents of unequal length cost nothing extra: the window follows each one's own
//! length.

use crate::{
    monoid::Commutative,
    natural::Natural,
    pow::windows::{self, Window},
};
use alloc::vec::Vec;
use num_traits::Zero;

/// ∏ x^e over the terms (x, e), with windows of `window(e)` bits for e.
///
/// # Panics
/// If a window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
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

/// The odd powers of a base up to 2^window: kept by a caller, they serve any number of calls.
#[derive(Clone)]
pub struct Table<E> {
    window: u32,
    powers: Vec<Option<E>>,
}

impl<E: Clone> Table<E> {
    /// One squaring and 2^(window − 1) − 1 products.
    ///
    /// # Panics
    /// If the window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
    pub fn new<M: Commutative<Element = E>>(monoid: &mut M, base: &E, window: u32) -> Self {
        let powers = windows::odd_products(monoid, core::slice::from_ref(base), window);
        Self { window, powers }
    }
}

/// ∏ x^e over tables of x and exponents e.
pub fn with_tables<M: Commutative>(
    monoid: &mut M,
    terms: &[(&Table<M::Element>, &Natural)],
) -> M::Element {
    // Each list of digits falls already: take the highest of their ends.
    let mut rising: Vec<Vec<Window>> = Vec::with_capacity(terms.len());
    for (table, e) in terms {
        let mut digits = windows::sliding(&[e], table.window);
        digits.reverse();
        rising.push(digits);
    }
    let next = || {
        let low = |i: usize| rising[i].last().map(|digit| digit.low);
        let highest = (0..rising.len()).reduce(|a, b| if low(b) > low(a) { b } else { a })?;
        let digit = rising[highest].pop()?;
        Some((digit.low, terms[highest].0.powers[digit.digit].as_ref().expect("odd")))
    };
    windows::evaluate(monoid, core::iter::from_fn(next))
}
