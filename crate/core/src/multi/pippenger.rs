//! `pippenger`: the bucket method, for many bases (Pippenger 1976, in the form that multi-scalar
//! multiplication uses).
//!
//! For each window of w bits, from the left, every base is multiplied into the bucket of its digit
//! d. Then ∏ bucket_d^d is a product of running products, from the highest bucket down. A window
//! costs about n + 2^(w+1) products, and there are k squarings in all.
//!
//! ```
//! use powmod::{Modulus, Natural, multi::pippenger::{self, Buckets}};
//!
//! let (a, b) = (Natural::from(65_537_u32), Natural::from(257_u32));
//! let mut modulus = Modulus::new(&Natural::from(1_000_003_u32)).expect("above 0");
//! let terms = [(3_u32, &a), (5, &b)].map(|(x, e)| (modulus.enter(&Natural::from(x)), e));
//! let product = pippenger::multi_pow(&mut modulus, &terms, 4);
//! assert_eq!(modulus.leave(&product), Natural::from(222_936_u32));
//!
//! // One window: 3^3 · 5^1, with a bucket for each digit.
//! let mut buckets = Buckets::new(2);
//! buckets.insert(&mut modulus, 3, &terms[0].0);
//! buckets.insert(&mut modulus, 1, &terms[1].0);
//! while buckets.empty_highest(&mut modulus) {}
//! assert_eq!(modulus.leave(&buckets.product().expect("two digits")), Natural::from(135_u32));
//! ```

use crate::{monoid::Commutative, natural::Natural, plan::MAX_WINDOW, pow::windows};
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
pub struct Buckets<E> {
    /// The bucket of the digit d is at index d − 1. The digit 0 needs no bucket.
    buckets: Vec<Option<E>>,
    /// The product of all buckets emptied so far.
    running: Option<E>,
    /// The product of the values that `running` has had after each bucket.
    product: Option<E>,
}

impl<E: Clone> Buckets<E> {
    /// Empty buckets for digits of `window` bits.
    pub fn new(window: u32) -> Self {
        Self { buckets: vec![None; (1 << window) - 1], running: None, product: None }
    }

    /// Multiplies x into the bucket of its digit. The first x of a bucket is copied.
    pub fn insert<M: Commutative<Element = E>>(&mut self, monoid: &mut M, digit: usize, x: &E) {
        if digit != 0 {
            multiply_into(monoid, &mut self.buckets[digit - 1], x);
        }
    }

    /// Empties the highest bucket that is left, with at most two products; `false` if none was left.
    pub fn empty_highest<M: Commutative<Element = E>>(&mut self, monoid: &mut M) -> bool {
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
    pub fn product(self) -> Option<E> {
        self.product
    }
}

/// a ← a·b, where `None` stands for the neutral element.
fn multiply_into<M: Commutative>(monoid: &mut M, a: &mut Option<M::Element>, b: &M::Element) {
    match a {
        Some(a) => monoid.multiply(a, b),
        None => *a = Some(b.clone()),
    }
}
