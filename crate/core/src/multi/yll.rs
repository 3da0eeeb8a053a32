//! `yll`: one sliding window over all exponents at once (Yen, Laih, Lenstra; Attias, Vigneri,
//! Dimitrov, section 3.3).
//!
//! The lookup table takes 2^(nw) − 2^(n(w−1)) − n products, and the exponents take
//! k/(w + 1/(2^n − 1)). Algorithm 3 of the paper has two errors: bits count from 0, so j_new is
//! max(j − w, −1), and line 16 multiplies once, after the squarings down to J.

use crate::{monoid::Commutative, natural::Natural, pow::windows};
use alloc::vec::Vec;

/// ∏ x^e over the n terms (x, e).
///
/// # Panics
/// If the window is 0, or n·window is above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
pub fn multi_pow<M: Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: u32,
) -> M::Element {
    let (bases, exponents): (Vec<_>, Vec<_>) = terms.iter().cloned().unzip();
    let digits = windows::sliding(&exponents, window);
    if digits.is_empty() {
        return monoid.one();
    }
    let table = windows::odd_products(monoid, &bases, window);
    windows::evaluate_digits(monoid, &digits, &table)
}
