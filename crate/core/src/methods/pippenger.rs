//! `pippenger`: the bucket method, for many bases (Pippenger 1976, in the form that multi-scalar
//! multiplication uses). Each window of w bits, from the left, has its [`Buckets`]; there are k squarings in all.

use crate::{
    monoid::Commutative, multi::pippenger::Buckets, natural::Natural, plan::MAX_WINDOW,
    pow::windows,
};
use alloc::vec::Vec;

/// ∏ x^e over the terms (x, e).
///
/// # Panics
/// If the window is 0 or above [`MAX_WINDOW`].
pub fn multi_pow<M: Commutative>(
    monoid: &mut M,
    terms: &[(M::Element, &Natural)],
    window: u32,
) -> M::Element {
    windows::assert_window(window, 1);
    const { assert!(MAX_WINDOW <= 32) }
    let width = window as usize;
    let bits = terms.iter().map(|(_, e)| e.bits()).max().unwrap_or(0);
    let mut factors = Vec::new();
    for low in (0..bits).step_by(width).rev() {
        let mut buckets = Buckets::new(window);
        for (x, e) in terms {
            buckets.insert(monoid, e.window(low, width) as usize, x);
        }
        while buckets.empty_highest(monoid) {}
        factors.extend(buckets.product().map(|product| (low, product)));
    }
    windows::evaluate(monoid, factors.iter().map(|(low, product)| (*low, product)))
}
