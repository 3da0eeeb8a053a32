//! `mary`: left-to-right 2^m-ary windows (Ji, Wan, section II; T(k, m)).
//!
//! An exponent of k bits with windows of m bits costs 2^m − 2 + k − m + (1 − 2^−m)(k − m)/m
//! operations on average. Windows are cut from the left, so the last window is shorter if m does not
//! divide k. Half of the lookup table comes from squarings.

use crate::{
    monoid::Monoid,
    natural::Natural,
    pow::windows::{self, Digit, product, squared},
};
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
        digits.push(Digit { low, value: e.window(low, end - low) as usize });
        end = low;
    }
    digits.retain(|digit| digit.value != 0);
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
    // A last digit of 0 adds no factor. `evaluate_digits` still squares down to place 0, because the
    // factor before stands at a higher place.
    windows::evaluate_digits(monoid, &digits, &table)
}
