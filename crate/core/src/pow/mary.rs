//! `mary`: left-to-right 2^m-ary windows (Ji, Wan, section II; T(k, m)).
//!
//! For a k-bit exponent and windows of m bits on average 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m
//! operations. Windows are cut from the left, so the last is short where m does not divide k.
//! Half the table is squarings of its other half.

use super::windows::{self, Window, product, squared};
use crate::{monoid::Monoid, natural::Natural};
use alloc::{vec, vec::Vec};

/// x^e with windows of `window` bits.
///
/// # Panics
/// If the window is 0 or above [`MAX_WINDOW`](crate::plan::MAX_WINDOW).
pub fn pow<M: Monoid>(monoid: &mut M, x: &M::Element, e: &Natural, window: u32) -> M::Element {
    windows::assert_window(window, 1);
    let mut digits = Vec::new();
    let mut end = e.bits();
    while end > 0 {
        let low = end.saturating_sub(window as usize);
        digits.push(Window { low, digit: e.window(low, end - low) as usize });
        end = low;
    }
    digits.retain(|w| w.digit != 0);
    if digits.is_empty() {
        return monoid.one();
    }
    let mut table = vec![None, Some(x.clone())];
    for digit in 2..1 << window {
        let power = |of: usize| table[of].as_ref().expect("a smaller power");
        table.push(Some(match digit % 2 {
            0 => squared(monoid, power(digit / 2)),
            _ => product(monoid, power(digit - 1), x),
        }));
    }
    // A last window of zeros has no factor, but its squarings are still to be done: they are,
    // because the factor before it stands at a place above 0.
    windows::evaluate_digits(monoid, &digits, &table)
}
