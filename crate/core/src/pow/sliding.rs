//! `sliding`: left-to-right sliding windows over odd powers (Ji, Wan, section III; T'(k, m)).
//!
//! An exponent of k bits with windows of m bits costs 2^(m−1) + k + k/(m+1) operations on average:
//! the lookup table, k squarings, and one product for each window.

use super::windows;
use crate::{monoid::Monoid, natural::Natural};

/// x^e with windows of `window` bits.
///
/// # Panics
/// If the window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
pub fn pow<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural, window: u32) -> M::Element {
    let digits = windows::sliding(&[e], window);
    if digits.is_empty() {
        return monoid.one();
    }
    let table = windows::odd_products(monoid, core::slice::from_ref(x), window);
    windows::evaluate_digits(monoid, &digits, &table)
}
