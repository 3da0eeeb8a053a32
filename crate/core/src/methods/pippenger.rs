//! `pippenger`: the bucket method, for many bases (Pippenger 1976, in the form that multi-scalar
//! multiplication uses). Each window of w bits, from the left, has its [`Buckets`]; there are k squarings in all.

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
        let mut buckets = Buckets::new(window);
        for (x, e) in terms {
            buckets.insert(monoid, e.window(low, width) as usize, x);
        }
        while buckets.empty_highest(monoid) {}
        factors.extend(buckets.product().map(|product| (low, product)));
    }
    windows::evaluate(monoid, factors.iter().map(|(low, product)| (*low, product)))
}

/// The buckets of one window, and the running products.
struct Buckets<E> {
    /// The bucket of the digit d is at index d − 1. The digit 0 needs no bucket.
    buckets: Vec<Option<E>>,
    /// The product of all buckets emptied so far.
    running: Option<E>,
    /// The product of the values that `running` has had after each bucket.
    product: Option<E>,
}

impl<E: Clone> Buckets<E> {
    /// Empty buckets for digits of `window` bits.
    fn new(window: u32) -> Self {
        Self { buckets: vec![None; (1 << window) - 1], running: None, product: None }
    }

    /// Multiplies x into the bucket of its digit. The first x of a bucket is copied.
    fn insert<M: Commutative<Element = E>>(&mut self, monoid: &mut M, digit: usize, x: &E) {
        if digit != 0 {
            multiply_into(monoid, &mut self.buckets[digit - 1], x);
        }
    }

    /// Empties the highest bucket that is left, with at most two products; `false` if none was left.
    fn empty_highest<M: Commutative<Element = E>>(&mut self, monoid: &mut M) -> bool {
        let Some(bucket) = self.buckets.pop() else { return false };
        if let Some(bucket) = bucket {
            multiply_into(monoid, &mut self.running, &bucket);
        }
        if let Some(running) = &self.running {
            multiply_into(monoid, &mut self.product, running);
        }
        true
    }

    /// ∏ x^digit, after all buckets were emptied; `None` if every digit was 0.
    fn product(self) -> Option<E> {
        self.product
    }
}
