//! `pippenger`: the bucket method, for many bases (Pippenger 1976, in the form that multi-scalar
//! multiplication uses). Each window of w bits, from the left, has a bucket for each digit; there are k squarings in
//! all.

use crate::{
    monoid::Commutative,
    natural::Natural,
    plan::MAX_WINDOW,
    pow::windows::{self, multiply_into},
};
use alloc::{vec, vec::Vec};

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
        // The bucket of the digit d is at index d − 1. The digit 0 needs no bucket.
        let mut buckets: Vec<Option<M::Element>> = vec![None; (1 << window) - 1];
        for (x, e) in terms {
            if let Some(i) = e.window(low, width).checked_sub(1) {
                multiply_into(monoid, &mut buckets[i as usize], x);
            }
        }
        // ∏ bucket_d^d is the product of the running products, from the highest bucket down.
        let (mut running, mut product) = (None, None);
        for bucket in buckets.iter().rev() {
            if let Some(bucket) = bucket {
                multiply_into(monoid, &mut running, bucket);
            }
            if let Some(running) = &running {
                multiply_into(monoid, &mut product, running);
            }
        }
        factors.extend(product.map(|product| (low, product)));
    }
    windows::evaluate(monoid, factors.iter().map(|(low, product)| (*low, product)))
}
