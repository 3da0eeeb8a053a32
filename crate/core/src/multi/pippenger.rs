//! `pippenger`: the bucket method, for many bases (Pippenger 1976, in the form that
//! multi-scalar multiplication uses).
//!
//! For each window of w bits, from the left: every base goes into the bucket of its digit d, and
//! ∏ bucket_d^d is a running product of running products from the highest bucket down, so a
//! window costs about n + 2^(w+1) products, whatever the bases are; k squarings in all.

use crate::{
    Natural,
    monoid::Commutative,
    pow::windows::{self, MAX_WINDOW},
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
        let mut buckets: Vec<Option<M::Element>> = vec![None; 1 << width];
        for (x, e) in terms {
            let digit = e.window(low, width) as usize;
            if digit != 0 {
                multiply_into(monoid, &mut buckets[digit], x);
            }
        }
        let (mut running, mut product) = (None, None);
        for bucket in buckets.iter().skip(1).rev() {
            if let Some(bucket) = bucket {
                multiply_into(monoid, &mut running, bucket);
            }
            if let Some(running) = &running {
                multiply_into(monoid, &mut product, running);
            }
        }
        factors.extend(product.map(|product: M::Element| (low, product)));
    }
    windows::evaluate(monoid, factors.iter().map(|(low, product)| (*low, product)))
}

/// a ← a·b, where no a is a one.
fn multiply_into<M: Commutative>(monoid: &mut M, a: &mut Option<M::Element>, b: &M::Element) {
    match a {
        Some(a) => monoid.multiply(a, b),
        None => *a = Some(b.clone()),
    }
}
