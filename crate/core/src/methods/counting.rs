//! A monoid that counts the operations of the methods.
//!
//! ```
//! use powmod::{Modulus, Natural, methods::Counting, pow};
//!
//! let mut counting = Counting::new(Modulus::new(&Natural::from(100_u32)).expect("above 0"));
//! let three = counting.inner.to_residue(&3_u32.into());
//! let power = pow::pow(&mut counting, &three, &Natural::from(5_u32));
//! assert_eq!(counting.inner.from_residue(&power), Natural::from(43_u32));
//! assert_eq!((counting.squarings, counting.products, counting.zero_tests), (2, 1, 0));
//! ```

use crate::monoid::{Absorbing, Commutative, Costs, Monoid};

/// A monoid, and the number of times that each of its operations ran.
#[non_exhaustive]
#[derive(Debug)]
pub struct Counting<M> {
    /// The monoid that computes.
    pub inner: M,
    /// Squarings.
    pub squarings: usize,
    /// Products.
    pub products: usize,
    /// Tests for a zero.
    pub zero_tests: usize,
}

impl<M> Counting<M> {
    /// A monoid of which nothing was counted yet.
    pub fn new(inner: M) -> Self {
        Self { inner, squarings: 0, products: 0, zero_tests: 0 }
    }

    /// Squarings and products together.
    pub fn operations(&self) -> usize {
        self.squarings + self.products
    }
}

impl<M: Monoid> Monoid for Counting<M> {
    type Element = M::Element;
    fn one(&self) -> M::Element {
        self.inner.one()
    }
    fn multiply(&mut self, a: &mut M::Element, b: &M::Element) {
        self.products += 1;
        self.inner.multiply(a, b);
    }
    fn square(&mut self, a: &mut M::Element, times: usize) {
        self.squarings += times;
        self.inner.square(a, times);
    }
    fn fingerprint(&self) -> u64 {
        self.inner.fingerprint()
    }
    fn costs(&self) -> Costs {
        self.inner.costs()
    }
}

impl<M: Commutative> Commutative for Counting<M> {}

impl<M: Absorbing> Absorbing for Counting<M> {
    fn is_zero(&mut self, a: &M::Element) -> bool {
        self.zero_tests += 1;
        self.inner.is_zero(a)
    }
    fn nilpotency(&self) -> usize {
        self.inner.nilpotency()
    }
}
