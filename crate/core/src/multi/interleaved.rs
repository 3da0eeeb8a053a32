//! `interleaved`: each base keeps its own sliding windows and table, and all share one chain of
//! squarings (Möller; Attias, Vigneri, Dimitrov, Table 1: n·2^(w−1) precomputed, nk/(w+1)
//! products). Exponents of unequal length cost nothing extra: the window follows each one's own
//! length.

use crate::{Natural, monoid::Commutative, pow::windows};
use alloc::vec::Vec;
use core::cmp::Reverse;
use num_traits::Zero;

/// ∏ x^e over the terms (x, e), with windows of `window(e)` bits for e.
///
/// # Panics
/// If a window is 0 or above [`windows::MAX_WINDOW`].
pub fn multi_pow<M: Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: impl Fn(&Natural) -> u32,
) -> M::Element {
    let mut tables = Vec::with_capacity(terms.len());
    let mut factors = Vec::new();
    for (x, e) in terms.iter().filter(|(_, e)| !e.is_zero()) {
        let width = window(e);
        factors.extend(windows::sliding(e, width).into_iter().map(|digit| (tables.len(), digit)));
        tables.push(windows::odd_powers(monoid, x, width));
    }
    factors.sort_by_key(|&(_, digit)| Reverse(digit.low));
    let factor = |&(base, digit): &(usize, windows::Window)| {
        (digit.low, &tables[base][digit.digit as usize / 2])
    };
    windows::evaluate(monoid, factors.iter().map(factor))
}
